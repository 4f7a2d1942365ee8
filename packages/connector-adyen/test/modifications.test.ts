import { AcquirerKey } from "@florin/core/ids/Ids"
import type { Amount } from "@florin/core/money/Amount"
import type { Currency } from "@florin/core/money/Currency"
import { describe, expect, it } from "vitest"
import { type Child, modificationOf } from "../src/internal/modifications.js"
import { keyIn, keyOfModification } from "../src/internal/references.js"
import type { Settings } from "../src/internal/settings.js"

const settings = { merchantAccount: "FlorinTest" } as Settings
const key = AcquirerKey.make("0190a000-0000-7000-8000-000000000002")
const parent = AcquirerKey.make("0190a000-0000-7000-8000-000000000001")
const psp = "QFQTPCQ8HXSKGK82"
const capture = `${psp}/NC6HT9CRT65ZGN82`

const child = (
  _tag: Child["_tag"],
  parentKind: Child["parentKind"],
  parentReference: string | null,
  currency = "EUR"
): Child => ({ _tag, key, parent, parentKind, parentReference, amount: 1050 as Amount, currency: currency as Currency })

const amount = { value: 1050, currency: "EUR" }
const merchantAccount = "FlorinTest"

const cases = [
  [
    "a capture",
    child("Capture", "authorization", psp),
    `/payments/${psp}/captures`,
    { merchantAccount, reference: `${key}.capture`, amount }
  ],
  [
    "a refund of a payment",
    child("Refund", "payment", psp),
    `/payments/${psp}/refunds`,
    { merchantAccount, reference: `${key}.refund`, amount }
  ],
  [
    "a refund of a capture, by the payment's reference",
    child("Refund", "capture", capture),
    `/payments/${psp}/refunds`,
    { merchantAccount, reference: `${key}.refund`, amount }
  ],
  [
    "a void of an authorization",
    child("Void", "authorization", psp),
    `/payments/${psp}/cancels`,
    { merchantAccount, reference: `${key}.void` }
  ],
  [
    "a void of a payment, captured or not",
    child("Void", "payment", psp),
    `/payments/${psp}/reversals`,
    { merchantAccount, reference: `${key}.void` }
  ],
  [
    "a void of a capture, which is one of several",
    child("Void", "capture", capture),
    `/payments/${psp}/refunds`,
    { merchantAccount, reference: `${key}.void`, amount }
  ],
  [
    "a void of what never answered, by our reference",
    child("Void", "authorization", null),
    "/cancels",
    { merchantAccount, reference: `${key}.void`, paymentReference: parent }
  ]
] as const

describe("D57 what follows a charge at Adyen", () => {
  it.each(cases)("%s", (_, request, path, body) => {
    expect(modificationOf(request, settings)).toMatchObject({ path, body })
  })

  it.each([
    ["a capture of what reported nothing", child("Capture", "authorization", null)],
    ["a refund of what reported nothing", child("Refund", "payment", null)],
    ["a void of a capture that reported nothing", child("Void", "capture", null)],
    ["a reference that would change the address", child("Capture", "authorization", "../../cancels")],
    ["an amount that it cannot express", child("Capture", "authorization", psp, "IDR")]
  ] as const)("does not ask for %s", (_, request) => {
    expect(modificationOf(request, settings)).toBeUndefined()
  })

  it.each([
    ["of the kind", `${key}.capture`, ["capture"], key],
    ["of another kind", `${key}.refund`, ["capture"], undefined],
    ["the payment's own, which Adyen may give in its place", key, ["capture"], undefined],
    ["of a void that was a refund", `${key}.void`, ["refund", "void"], key],
    ["nothing", ".capture", ["capture"], undefined]
  ] as const)("finds our key in a reference: %s", (_, reference, kinds, found) => {
    expect(keyOfModification(reference, kinds)).toBe(found)
  })

  it("finds a payment's key in its reference", () => {
    expect(keyIn(key)).toBe(key)
    expect(keyIn(`${key}.void`)).toBe(key)
  })
})
