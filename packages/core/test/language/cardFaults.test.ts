// What a customer is told of a card that was refused. Source: D47.

import { expYearSentence } from "@florin/core/cards/CardInput"
import { sentences } from "@florin/core/cards/CardNumber"
import * as CardFaults from "@florin/core/language/CardFaults"
import { refusalMessage } from "@florin/core/language/CustomerMessages"
import * as Coupon from "@florin/core/terms/Coupon"
import { assert, describe, it } from "vitest"

const of = (member: string, sentence = "is invalid", section = "credit_card") => ({ path: [section, member], sentence })
const { english, russian } = CardFaults
const blank = "can't be blank"

describe("a refusal, to the customer", () => {
  it.each([
    [[of("number", blank)], english["number-missing"]],
    [[of("number")], english["number-wrong"]],
    [[of("number", sentences.length)], english["number-length"]],
    [[of("number", sentences["check-digit"])], english["number-check"]],
    [[of("exp_month", blank)], english["expiry-missing"]],
    [[of("expMonth", "Invalid. Format should be: mm", "creditCard")], english["expiry-wrong"]],
    [[of("expYear", expYearSentence, "card")], english.expired],
    [[of("verificationValue", blank, "creditCard")], english["code-missing"]],
    [[of("verification_value")], english["code-wrong"]],
    [[of("holder", "is too long", "recipient_credit_card")], english["holder-wrong"]],
    [[of("token", "does not exist")], english.refused],
    [[of("number", "is invalid", "sale")], english.refused],
    [[{ path: ["amount"], sentence: blank }], english.refused],
    [[], ""],
    // Of several, each once, and what only the shop can mend not beside what the customer can.
    [[of("exp_month"), of("exp_year", "is wrong"), { path: ["amount"], sentence: blank }], english["expiry-wrong"]],
    [[of("number", sentences.length), of("verification_value")], `${english["number-length"]} ${english["code-wrong"]}`]
  ])("D47: of %j is %s", (errors, message) => {
    assert.strictEqual(CardFaults.messageOf(errors, english), message)
  })

  it.each(Object.keys(Coupon.refusals) as ReadonlyArray<Coupon.CouponRefusal>)(
    "D61: of a coupon says that it is %s",
    (reason) => {
      const { errors } = Coupon.asInvalid(new Coupon.CouponRefused({ reason }))
      for (const faults of [english, russian])
        assert.strictEqual(CardFaults.messageOf(errors, faults), faults[`coupon-${reason}`])
      assert.strictEqual(
        CardFaults.messageOf([{ path: ["coupon"], sentence: "is not found" }], english),
        english.refused
      )
    }
  )

  it.each([
    ["ru", russian],
    ["ru-RU", russian],
    ["de", english],
    ["", english],
    ["x".repeat(1000), english]
  ])("D47: in '%s' is in the language of the customer", (language, faults) => {
    const languages = [
      { tag: "en", messages: {} as never },
      { tag: "ru", messages: {} as never, faults: russian }
    ] as const
    assert.strictEqual(refusalMessage([of("number")], language, languages), faults["number-wrong"])
  })
})
