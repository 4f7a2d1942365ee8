// What clients send to create a checkout, member by member. Source: D45.
import * as Requests from "@florin/wire/CheckoutRequests"
import * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import { assert, describe, it } from "vitest"

const order = { amount: 1995, currency: "EUR", description: "Order 42" }
const base = { transaction_type: "payment", order }
const read = (checkout: unknown) => Requests.checkout({ checkout })
const plain = { transactionType: "payment", order }

const ordered = (members: object) => ({ ...base, order: { ...order, ...members } })
const setting = (settings: object) => ({ ...base, settings })
const paid = (payment_method: object) => ({ ...base, payment_method })
const buyer = (customer: object) => ({ ...base, customer })
const free = (transaction_type: string, additional_data?: unknown) => ({
  ...base,
  ...{ transaction_type, order: { ...order, amount: 0, additional_data } }
})
const urls = ["success", "decline", "fail", "cancel", "return", "notification", "verification"].map(
  (name) => [`${name}_url`, "https://shop.example/x?y=1#z"] as const
)

describe("D45: a checkout", () => {
  it.each<readonly [string, object, object]>([
    [
      "of the vendor's PHP library: null and empty lists for what is absent, an integer tracking_id",
      {
        ...base,
        ...{ version: "2.1", attempts: null, settings: [], customer: [], payment_method: [], travel: [], test: false },
        order: { ...order, tracking_id: 42, expired_at: null, additional_data: [], items: [] }
      },
      { ...plain, version: "2.1", test: false, order: { ...order, trackingId: "42" } }
    ],
    [
      "of the vendor's PHP library, for a change of card: amount 0 with contracts",
      free("payment", { contract: ["recurring", "card_on_file"], receipt_text: [] }),
      {
        ...plain,
        order: { ...order, amount: 0, additionalData: { contract: ["recurring", "card_on_file"], receipt_text: [] } }
      }
    ],
    [
      "of the vendor's PHP library, whose lists with gaps are objects",
      {
        ...free("payment", { contract: { 1: "recurring" } }),
        settings: { customer_fields: { visible: { 1: "address", 4: "email" }, read_only: { 0: "email" } } },
        payment_method: { types: { 2: "credit_card" } }
      },
      {
        ...plain,
        order: { ...order, amount: 0, additionalData: { contract: { 1: "recurring" } } },
        settings: { customerFields: { visible: ["address", "email"], readOnly: ["email"] } },
        paymentMethod: { types: ["credit_card"] }
      }
    ],
    [
      "amount 0 of a tokenization",
      free("tokenization"),
      { transactionType: "tokenization", order: { ...order, amount: 0 } }
    ],
    ["amount 0 with one contract as text", free("authorization", { contract: "oneclick" }), {}],
    ["amount 1", ordered({ amount: 1 }), { order: { ...order, amount: 1 } }],
    [
      "numbers as digits",
      { ...ordered({ amount: "1995" }), attempts: "10", settings: { auto_return: "3600" } },
      { ...plain, attempts: 10, settings: { autoReturn: 3600 } }
    ],
    ["auto_return at once", setting({ auto_return: 0 }), { settings: { autoReturn: 0 } }],
    ["attempts within the order", ordered({ attempts: 3 }), { ...plain, attempts: 3 }],
    [
      "attempts of its own before those within the order",
      { ...ordered({ attempts: 3 }), attempts: 2 },
      { ...plain, attempts: 2 }
    ],
    ["version as a number", { ...base, version: 2.1 }, { ...plain, version: "2.1" }],
    ["type charge", { ...base, transaction_type: "charge" }, { ...plain, transactionType: "charge" }],
    ["a tracking_id of 255 characters", ordered({ tracking_id: "x".repeat(255) }), {}],
    ["a description of 255 characters", ordered({ description: "ж".repeat(255) }), {}],
    [
      "additional_data as it was sent, in all its depth",
      ordered({ additional_data: { meta: { any_name: [1, null] }, platform_data: "Shop 1.2", integration_data: {} } }),
      {
        order: {
          ...order,
          additionalData: { meta: { any_name: [1, null] }, platform_data: "Shop 1.2", integration_data: {} }
        }
      }
    ],
    [
      "lines, whose quantity is 1 where none is said",
      ordered({
        items: [
          { name: "Book", amount: 1500, quantity: "2" },
          { name: "Postage", amount: "495" }
        ]
      }),
      {
        order: {
          ...order,
          items: [
            { name: "Book", amount: 1500, quantity: 2 },
            { name: "Postage", amount: 495 }
          ]
        }
      }
    ],
    ["every address", setting(Object.fromEntries(urls)), {}],
    [
      "fields of the customer and of the card, unknown words left out",
      setting({
        customer_fields: { visible: ["email", "taxpayer_number"], read_only: ["first_name"], hidden: ["phone"] },
        credit_card_fields: { holder: "Jane Doe", read_only: ["holder"] }
      }),
      {
        settings: {
          customerFields: { visible: ["email"], readOnly: ["first_name"], hidden: ["phone"] },
          creditCardFields: { holder: "Jane Doe", readOnly: ["holder"] }
        }
      }
    ],
    [
      "toggles, on or off alone too, and a style, which is not kept",
      setting({
        save_card_toggle: { display: true, customer_contract: "true", text: "Keep it", hint: "For next time" },
        another_card_toggle: false,
        style: { widget: { backgroundColor: "#fff" } },
        button_text: "Buy",
        button_next_text: "On",
        auto_pay: "false",
        language: "de"
      }),
      {
        settings: {
          saveCardToggle: { display: true, customerContract: true, text: "Keep it", hint: "For next time" },
          anotherCardToggle: { display: false },
          ...{ buttonText: "Buy", buttonNextText: "On", autoPay: false, language: "de" }
        }
      }
    ],
    [
      "methods, of which unknown ones and empty parameters are left out",
      paid({
        types: ["credit_card", "erip", "sbp"],
        excluded_types: ["sbp"],
        excluded_brands: ["amex", "bankcard"],
        credit_card: [],
        erip: { account: 1 }
      }),
      { paymentMethod: { types: ["credit_card", "sbp"], excludedTypes: ["sbp"], excludedBrands: ["amex"] } }
    ],
    ["no methods, which are all", paid({ types: [] }), plain],
    [
      "a saved card",
      paid({ credit_card: { token: "a".repeat(64) } }),
      { paymentMethod: { creditCard: { token: "a".repeat(64) } } }
    ],
    [
      "an address of empty texts, and a state of a country that has none",
      buyer({ country: "DE", state: "NA", address: "", city: "", zip: "", phone: null, email: "" }),
      { customer: { country: "DE" } }
    ],
    [
      "a long state of a country that has none",
      buyer({ country: "BY", state: "Minsk region" }),
      { customer: { country: "BY" } }
    ],
    ["a state without a country", buyer({ state: "NA", first_name: "Jane" }), { customer: { firstName: "Jane" } }],
    [
      "a state of the United States",
      buyer({ country: "US", state: "CA", zip: "90001" }),
      { customer: { country: "US", state: "CA", zip: "90001" } }
    ],
    [
      "a whole customer",
      buyer({
        ip: "127.0.0.1",
        email: "jane@example.com",
        first_name: "Jane",
        last_name: "Doe",
        city: "Berlin",
        zip: 10117,
        phone: 4930,
        birth_date: "1990-01-31",
        device_id: "d",
        external_id: 7,
        taxpayer_id: "t"
      }),
      {
        customer: {
          ...{ ip: "127.0.0.1", email: "jane@example.com", firstName: "Jane", lastName: "Doe", city: "Berlin" },
          ...{ zip: "10117", phone: "4930", birthDate: "1990-01-31", deviceId: "d", externalId: "7", taxpayerId: "t" }
        }
      }
    ],
    [
      "flags as texts",
      { ...base, test: "true", iframe: "false", dynamic_billing_descriptor: "Books" },
      { test: true, iframe: false, dynamicBillingDescriptor: "Books" }
    ],
    ["members that nobody knows", { ...base, expert_mode: { on: 1 } }, plain]
  ])("takes %s", (_, sent, expected) => {
    assert.deepInclude(Either.getOrThrow(read(sent)), expected)
  })

  it.each([
    ["2035-01-31T09:00:00+0000", "2035-01-31T09:00:00.000Z"],
    ["2035-01-31T09:00:00+03:00", "2035-01-31T06:00:00.000Z"],
    ["2035-01-31T09:00:00Z", "2035-01-31T09:00:00.000Z"]
  ])("ends at %s", (expired_at, instant) => {
    const { expiredAt } = Either.getOrThrow(read(ordered({ expired_at }))).order
    assert.strictEqual(DateTime.formatIso(expiredAt!), instant)
  })

  it.each<readonly [string, object, string, string]>([
    ["no type", { order }, "transaction_type", "can't be blank"],
    ["another type", { ...base, transaction_type: "refund" }, "transaction_type", "is invalid: expected payment"],
    ["no order", { transaction_type: "payment" }, "order", "can't be blank"],
    ["no amount", ordered({ amount: null }), "order.amount", "can't be blank"],
    ["amount 0 of a payment", ordered({ amount: 0 }), "order.amount", "must be greater than 0"],
    [
      "amount 0 with a contract that nobody knows",
      free("payment", { contract: ["loan"] }),
      "order.amount",
      "must be greater than 0"
    ],
    ["an amount below 0", ordered({ amount: -1 }), "order.amount", "is invalid"],
    ["an amount with a fraction", ordered({ amount: 19.95 }), "order.amount", "is invalid"],
    ["another currency", ordered({ currency: "XXX" }), "order.currency", "is invalid"],
    ["a blank description", ordered({ description: "  " }), "order.description", "can't be blank"],
    ["a description of 256 characters", ordered({ description: "x".repeat(256) }), "order.description", "is too long"],
    ["a tracking_id of 256 characters", ordered({ tracking_id: "x".repeat(256) }), "order.tracking_id", "is too long"],
    [
      "a time without an offset",
      ordered({ expired_at: "2035-01-31T09:00:00" }),
      "order.expired_at",
      "is invalid. Format should be ISO 8601"
    ],
    [
      "additional_data as text",
      ordered({ additional_data: "x" }),
      "order.additional_data",
      "is invalid: expected an object"
    ],
    [
      "lines that add up to less",
      ordered({ items: [{ name: "Book", amount: 1994 }] }),
      "order.items",
      "must have amounts that add up to that of the order"
    ],
    [
      "lines that add up to more",
      ordered({ items: [{ name: "Book", amount: 1996 }] }),
      "order.items",
      "must have amounts that add up to that of the order"
    ],
    ["a line without a name", ordered({ items: [{ amount: 1995 }] }), "order.items.0.name", "can't be blank"],
    [
      "a quantity of 0",
      ordered({ items: [{ name: "Book", quantity: 0, amount: 1995 }] }),
      "order.items.0.quantity",
      "must be a whole number from 1"
    ],
    ["no attempt", { ...base, attempts: 0 }, "attempts", "must be a whole number from 1 to 10"],
    ["11 attempts", { ...base, attempts: 11 }, "attempts", "must be a whole number from 1 to 10"],
    [
      "more than an hour's wait",
      setting({ auto_return: 3601 }),
      "settings.auto_return",
      "must be a whole number from 0 to 3600"
    ],
    ["a wait below 0", setting({ auto_return: -1 }), "settings.auto_return", "must be a whole number from 0 to 3600"],
    [
      "an address that runs a script",
      setting({ success_url: "javascript:alert(1)" }),
      "settings.success_url",
      "is invalid: expected an http or https URL"
    ],
    [
      "only methods that nobody knows",
      paid({ types: ["erip"] }),
      "payment_method.types",
      "has no method that is known"
    ],
    [
      "a card that nobody has saved",
      paid({ credit_card: { token: "42" } }),
      "payment_method.credit_card.token",
      "does not exist"
    ],
    [
      "a long state of the United States",
      buyer({ country: "US", state: "California" }),
      "customer.state",
      "is invalid: expected a state of two letters"
    ],
    [
      "a postcode of another form in the United States",
      buyer({ country: "US", zip: "1" }),
      "customer.zip",
      "is invalid. Format should be"
    ],
    ["a day that there is not", buyer({ birth_date: "1990-02-30" }), "customer.birth_date", "is invalid"],
    ["what is no flag", { ...base, test: "yes" }, "test", "is invalid: expected true or false"],
    ["a version too long", { ...base, version: "2".repeat(17) }, "version", "is too long"]
  ])("refuses %s", (_, sent, path, sentence) => {
    const { errors } = Either.getOrThrow(Either.flip(read(sent)))
    assert.deepStrictEqual(
      errors.map(({ path }) => path.join(".")),
      [path]
    )
    assert.include(errors[0].sentence, sentence)
  })

  it.each([
    [undefined, "can't be blank"],
    [{}, "can't be blank"],
    [[], "can't be blank"],
    ["x", "must be an object"],
    [[1], "must be an object"]
  ])("refuses %j in the place of one", (sent, sentence) => {
    const { errors } = Either.getOrThrow(Either.flip(read(sent)))
    assert.deepStrictEqual(errors, [{ path: ["checkout"], sentence }])
  })
})
