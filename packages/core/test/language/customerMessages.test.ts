import { assert, describe, it } from "@effect/vitest"
import { DeclineReason } from "@florin/core/cards/DeclineReason"
import {
  CustomerLanguages,
  type CustomerOutcome,
  english,
  messageOf,
  outcomeOf,
  russian
} from "@florin/core/language/CustomerMessages"
import * as LanguageTag from "@florin/core/language/LanguageTag"
import { TransferReason } from "@florin/core/transfers/TransferReason"
import type * as Arr from "effect/Array"

const languages = CustomerLanguages.defaultValue()
const outcomes: ReadonlyArray<CustomerOutcome> = [
  ...(["successful", "confirmation", "order", "pending"] as const),
  ...DeclineReason.literals,
  ...TransferReason.literals.filter((reason) => reason !== "verification-refused")
]

describe("friendly messages", () => {
  it.each(outcomes.map((outcome) => ({ outcome })))(
    "Transaction | friendly_message: $outcome has an English and a Russian wording",
    ({ outcome }) => {
      assert.match(english[outcome], /^[A-Z][ -~]+\.$/)
      assert.match(russian[outcome], /^[А-Я][А-яЁё ,.-]+\.$/)
    }
  )

  it.each([
    { status: "successful", reason: null, outcome: "successful" },
    { status: "incomplete", reason: null, outcome: "confirmation" },
    { status: "pending", reason: null, outcome: "pending" },
    { status: "expired", reason: null, outcome: "order-expired" },
    { status: "failed", reason: null, outcome: "unspecified" },
    { status: "failed", reason: "funds", outcome: "funds" }
  ] as const)("Transaction | friendly_message: of a $status one with reason $reason is that of $outcome", (row) => {
    assert.strictEqual(outcomeOf(row), row.outcome)
    assert.strictEqual(messageOf({ ...row, language: "ru-RU" }, languages), russian[row.outcome])
    assert.strictEqual(messageOf({ ...row, language: "de" }, languages), english[row.outcome])
  })

  const order = { payload: "https://qr.bank.example/1", account: null, mark: null, bank: null }
  const pending = { status: "pending", reason: null } as const

  // A customer who was told to wait would not pay.
  it.each([
    { what: "a payment whose order is open", about: { ...pending, type: "payment", order }, outcome: "order" },
    { what: "a payment that is being opened", about: { ...pending, type: "payment", order: null }, outcome: "pending" },
    { what: "a payment by card", about: { ...pending, type: "payment" }, outcome: "pending" },
    { what: "a refund", about: { ...pending, type: "refund", order }, outcome: "pending" },
    { what: "a payout", about: { ...pending, type: "payout", order }, outcome: "pending" },
    { what: "a proof", about: { ...pending, type: "proof", order }, outcome: "pending" },
    { what: "a paid order", about: { ...pending, status: "successful", type: "payment", order }, outcome: "successful" }
  ] as const)(
    "Transaction | friendly_message: of $what asks for payment or for patience (D27)",
    ({ about, outcome }) => {
      assert.strictEqual(messageOf({ ...about, language: "en" }, languages), english[outcome])
      assert.strictEqual(messageOf({ ...about, language: "ru" }, languages), russian[outcome])
    }
  )

  it("Transaction | friendly_message: is in a language that the host has added", () => {
    const german = { tag: "de", messages: { ...english, funds: "Das Guthaben reicht nicht." } }
    const declined = { status: "failed", reason: "funds" } as const
    const reply = messageOf({ ...declined, language: "de-AT" }, [...languages, german])
    assert.strictEqual(reply, "Das Guthaben reicht nicht.")
  })
})

describe("the language for a tag or header", () => {
  const available: Arr.NonEmptyReadonlyArray<LanguageTag.Tagged> = [
    { tag: "en" },
    { tag: "ru" },
    { tag: "pt-BR" },
    { tag: "zh-Hant" }
  ]
  it.each([
    ["ru", "ru"],
    ["RU-ru", "ru"],
    ["ru_RU", "ru"],
    ["ru-BY", "ru"],
    ["ru;q=0.9, en;q=0.8", "ru"],
    ["en;q=0.8, ru;q=0.9", "ru"],
    ["de, ru;q=0.5", "ru"],
    ["ru;q=0, de", "en"],
    ["pt-br", "pt-BR"],
    ["pt", "en"],
    ["zh-Hant-TW", "zh-Hant"],
    ["rus", "en"],
    ["rue", "en"],
    ["en-GB", "en"],
    ["de", "en"],
    ["*", "en"],
    ["", "en"],
    ["ru;q=x", "ru"],
    [`${"x,".repeat(100_000)}ru`, "en"]
  ] as const)("of %s is %s", (text, tag) => {
    assert.strictEqual(LanguageTag.choose(available, text).tag, tag)
  })
})
