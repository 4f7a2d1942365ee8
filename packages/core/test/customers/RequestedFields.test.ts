// What pages ask customers for, and how much they show of what is known.
import { assert, describe, it } from "@effect/vitest"
import * as CustomerRequest from "@florin/core/customers/CustomerRequest"
import * as RequestedFields from "@florin/core/customers/RequestedFields"

describe("what is known of a customer", () => {
  it.each([
    ["email", "jane.doe@shop.example", "j•••@s•••.example"],
    ["email", "j@mail.shop.example", "j•••@m•••.example"],
    ["email", "jane@localhost", "j•••@l•••"],
    ["email", "jane", "•••"],
    ["first_name", "Jane", "J•••"],
    ["last_name", " Ëlmer", "Ë•••"],
    ["last_name", "𝒥ane", "𝒥•••"],
    ["phone", "+375 29 123-45-67", "•••67"],
    ["phone", "", "•••"],
    ["birth_date", "1990-12-31", "•••"],
    ["address", "12 Main Street", "1•••"],
    ["city", "Minsk", "M•••"],
    ["zip", "220030", "2•••"],
    ["state", "CA", "CA"],
    ["country", "US", "US"]
  ] as const)("D2: %s '%s' is shown as '%s'", (field, text, expected) => {
    assert.strictEqual(RequestedFields.masked(field, text), expected)
  })
})

const known = {
  customer: { email: "jane@shop.example" },
  billingAddress: { firstName: "Jane", country: "US" }
} as RequestedFields.Known

const masked = { email: "j•••@s•••.example", first_name: "J•••", country: "US" }

describe("what the page of an order asks for", () => {
  type Fields = ReadonlyArray<keyof typeof masked | "city">
  it.each([
    { visible: [], readOnly: [], open: [], shown: [], fixed: [] },
    { visible: ["city"], readOnly: [], open: ["city"], shown: [], fixed: [] },
    { visible: ["country", "email"], readOnly: [], open: ["email", "country"], shown: ["email", "country"], fixed: [] },
    { visible: ["email", "city"], readOnly: ["email"], open: ["city"], shown: [], fixed: ["email"] },
    // What nobody has said cannot stay as it is.
    { visible: ["city"], readOnly: ["city"], open: ["city"], shown: [], fixed: [] },
    { visible: ["city"], readOnly: ["email"], open: ["city"], shown: [], fixed: [] }
  ] as ReadonlyArray<{
    readonly visible: Fields
    readonly readOnly: Fields
    readonly open: Fields
    readonly shown: ReadonlyArray<keyof typeof masked>
    readonly fixed: ReadonlyArray<keyof typeof masked>
  }>)("D45: with $visible visible and $readOnly read-only is $open", ({ fixed, open, readOnly, shown, visible }) => {
    const textsOf = (names: ReadonlyArray<keyof typeof masked>) =>
      Object.fromEntries(names.map((name) => [name, masked[name]]))
    assert.deepStrictEqual(RequestedFields.fieldsToRequest(visible, readOnly, known), {
      requestedFields: open,
      known: textsOf(shown),
      fixed: textsOf(fixed)
    })
  })

  it("D45: is all that is visible, where nothing is known", () => {
    assert.deepStrictEqual(RequestedFields.fieldsToRequest(["email"], ["email"]), {
      requestedFields: ["email"],
      known: {},
      fixed: {}
    })
  })
})

describe("what a customer corrects", () => {
  const address = { firstName: "Jane", country: "US", state: "CA", zip: "94107" }
  it.each([
    [{ email: "jo@shop.example" }, { email: "jo@shop.example" }, address],
    [{ firstName: "Jo" }, { email: "jane@shop.example" }, { ...address, firstName: "Jo" }],
    [{ country: "US" }, { email: "jane@shop.example" }, address],
    [{ country: "BY" }, { email: "jane@shop.example" }, { firstName: "Jane", country: "BY", zip: "94107" }],
    [{ country: "CA", state: "ON" }, { email: "jane@shop.example" }, { ...address, country: "CA", state: "ON" }]
  ] as ReadonlyArray<[object, object, object]>)("D45: by %j it is %j, %j", (sent, customer, billingAddress) => {
    const before = { customer: { email: "jane@shop.example" }, billingAddress: address } as RequestedFields.Known
    assert.deepStrictEqual(CustomerRequest.corrected(before, sent as CustomerRequest.CustomerDetails), {
      customer,
      billingAddress
    } as RequestedFields.Known)
  })
})
