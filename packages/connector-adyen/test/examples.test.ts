import * as Option from "effect/Option"
import { describe, expect, it } from "vitest"
import { actionOf } from "../src/internal/actions.js"
import { errorIn, modificationIn, paymentIn } from "../src/internal/answers.js"
import { decisionIn } from "../src/internal/outcomes.js"
import type { ModificationAnswer, PaymentAnswer, ServiceError } from "../src/internal/vendor.js"

// In the shape of the examples of Adyen's public schema of Checkout v71, and of its library's types.
const authorised: PaymentAnswer = {
  additionalData: {
    cvcResult: "1 Matches",
    authCode: "044925",
    avsResult: "4 AVS not supported for this card type",
    avsResultRaw: "4",
    cvcResultRaw: "M",
    refusalReasonRaw: "AUTHORISED",
    acquirerCode: "TestPmmAcquirer",
    acquirerReference: "8PQMP9VEP3H",
    "tokenization.shopperReference": "YOUR_SHOPPER_REFERENCE",
    "tokenization.storedPaymentMethodId": "M5N7TQ4TG5PFWR50"
  },
  pspReference: "993617895204576J",
  resultCode: "Authorised",
  merchantReference: "Your order number"
}

const refused: PaymentAnswer = {
  pspReference: "KHQC5N7G84BLNK43",
  refusalReason: "Not enough balance",
  resultCode: "Refused",
  refusalReasonCode: "12",
  merchantReference: "Your order number"
}

const redirected: PaymentAnswer = {
  additionalData: { cardSummary: "5454", paymentMethod: "mc", "threeds2.cardEnrolled": "true" },
  pspReference: "JLCMPCQ8HXSKGK82",
  resultCode: "RedirectShopper",
  action: {
    paymentMethodType: "scheme",
    url: "https://checkoutshopper-test.adyen.com/checkoutshopper/threeDS/redirect?MD=A1",
    method: "GET",
    type: "redirect"
  }
}

const received: ModificationAnswer = {
  merchantAccount: "YOUR_MERCHANT_ACCOUNT",
  paymentPspReference: "993617894903480A",
  reference: "YOUR_UNIQUE_REFERENCE",
  pspReference: "993617894906488A",
  status: "received",
  amount: { currency: "EUR", value: 2500 }
}

const cancelled: ModificationAnswer = {
  merchantAccount: "YOUR_MERCHANT_ACCOUNT",
  paymentReference: "YOUR_UNIQUE_REFERENCE_FOR_THE_PAYMENT",
  reference: "YOUR_UNIQUE_REFERENCE_FOR_THE_CANCELLATION",
  pspReference: "993617894906488A",
  status: "received"
}

const errors: ReadonlyArray<ServiceError> = [
  { status: 400, errorCode: "702", message: 'Unexpected input: ", expected: }', errorType: "validation" },
  { status: 401, errorCode: "000", message: "HTTP Status Response - Unauthorized", errorType: "security" },
  { status: 403, errorCode: "901", message: "Invalid Merchant Account", errorType: "security" },
  { status: 422, errorCode: "14_030", message: "Return URL is missing.", errorType: "validation" }
]

const read = (answer: PaymentAnswer) => Option.getOrThrow(paymentIn(answer))

describe("D55 what Adyen's schema shows is read", () => {
  it("an approval", () => {
    expect(decisionIn(read(authorised))).toMatchObject({
      _tag: "Approved",
      report: {
        authCode: "044925",
        refId: "993617895204576J",
        rrn: "8PQMP9VEP3H",
        avsResult: "4",
        cvcResult: "M",
        message: null
      },
      token: { provider: "adyen", customer: "YOUR_SHOPPER_REFERENCE" }
    })
  })

  it("a refusal", () => {
    expect(decisionIn(read(refused))).toMatchObject({
      _tag: "Declined",
      reason: "funds",
      report: { bankCode: "12", message: "Not enough balance", refId: "KHQC5N7G84BLNK43" }
    })
  })

  it("a redirect, by address and by form", () => {
    const { action } = read(redirected)
    const url = "https://checkoutshopper-test.adyen.com/checkoutshopper/threeDS/redirect?MD=A1"
    expect(actionOf(action)).toEqual({ _tag: "Redirect", url })
    const data = { PaReq: "eNp", MD: "A1", TermUrl: "https://shop.example" }
    expect(actionOf({ ...action!, method: "POST", data })).toEqual({ _tag: "Form", url, fields: data })
  })

  it.each([
    ["the script of a page", { url: "javascript:alert(1)" }],
    ["no address", { url: null }],
    ["what a component has to do", { type: "sdk" }]
  ])("no action in %s", (_, rest) => {
    expect(actionOf({ ...read(redirected).action!, ...rest })).toBeUndefined()
  })

  it.each([
    ["a modification", received],
    ["a cancel by the merchant's reference", cancelled]
  ])("%s", (_, answer) => {
    expect(Option.getOrThrow(modificationIn(answer)).pspReference).toBe("993617894906488A")
  })

  it.each(errors)("an error: $errorCode", (error) => {
    expect(errorIn(error)?.errorType).toBe(error.errorType)
  })

  // Source: D41. What merchants read of Adyen holds no card number and no security code.
  it.each([
    ["a card number", "Refused 4111 1111 1111 1111"],
    ["a security code", "Code 737 is wrong"]
  ])("a text without %s", (_, refusalReason) => {
    expect(decisionIn(read({ ...refused, refusalReason }))).toMatchObject({
      reason: "funds",
      report: { message: null }
    })
  })
})
