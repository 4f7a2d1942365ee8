import { assert, describe, it } from "@effect/vitest"
import * as BillingRequests from "@florin/wire/BillingRequests"
import * as Either from "effect/Either"

const plan = { amount: 1000, interval: 1, interval_unit: "month" }
const base = { title: "Monthly", currency: "EUR", plan }

const errorsOf = (decode: (body: unknown) => Either.Either<unknown, { readonly message: string }>, body: unknown) =>
  Either.match(decode(body), { onLeft: ({ message }) => message, onRight: () => "taken" })

const refused = (changes: object) => errorsOf(BillingRequests.plan, { ...base, ...changes })

const of = (changes: object) => Either.getOrThrow(BillingRequests.plan({ ...base, ...changes }))

const rows: ReadonlyArray<readonly [title: string, changes: object, says: string]> = [
  ["Create-plan request body | test: is a flag, also as a text", { test: "true" }, "taken"],
  [
    "Create-plan request body | test: is nothing else",
    { test: 1 },
    "test is invalid: expected true or false, got a number"
  ],
  ["Create-plan request body | title: is required", { title: undefined }, "title can't be blank"],
  ["Create-plan request body | title: is not blank", { title: " " }, "title can't be blank"],
  ["Create-plan request body | title: has 255 characters", { title: "x".repeat(255) }, "taken"],
  [
    "Create-plan request body | title: has no more",
    { title: "x".repeat(256) },
    "title is too long (maximum is 255 characters)"
  ],
  ["Create-plan request body | currency: is required", { currency: null }, "currency can't be blank"],
  [
    "Create-plan request body | currency: is a code of ISO 4217",
    { currency: "EURO" },
    "currency is invalid: expected an ISO 4217 code such as EUR, got another string"
  ],
  ["Create-plan request body | plan: is required", { plan: undefined }, "plan can't be blank"],
  ["Create-plan request body | plan: is an object", { plan: 5 }, "plan is invalid: expected an object, got a number"],
  ["Create-plan request body | plan.amount: may be 1", { plan: { ...plan, amount: 1 } }, "taken"],
  [
    "Create-plan request body | plan.amount: is above 0",
    { plan: { ...plan, amount: 0 } },
    "plan.amount must be greater than 0"
  ],
  [
    "Create-plan request body | plan.interval: is required",
    { plan: { ...plan, interval: undefined } },
    "plan.interval can't be blank"
  ],
  ["Create-plan request body | plan.interval: may be 36500", { plan: { ...plan, interval: 36_500 } }, "taken"],
  [
    "Create-plan request body | plan.interval: is no longer",
    { plan: { ...plan, interval: 36_501 } },
    "plan.interval can't be greater than 36500"
  ],
  [
    "Create-plan request body | plan.interval: is above 0",
    { plan: { ...plan, interval: 0 } },
    "plan.interval must be greater than 0"
  ],
  ...["hour", "day", "month"].map(
    (unit) =>
      [
        `Create-plan request body | plan.interval_unit: may be ${unit}`,
        { plan: { ...plan, interval_unit: unit } },
        "taken"
      ] as const
  ),
  [
    "Create-plan request body | plan.interval_unit: is no other",
    { plan: { ...plan, interval_unit: "week" } },
    "plan.interval_unit is invalid: expected one of hour, day, month, got another string"
  ],
  ["Create-plan request body | trial: is not required", { trial: {} }, "taken"],
  ["Create-plan request body | trial.amount: may be 0", { trial: { amount: 0, interval: 1 } }, "taken"],
  [
    "Create-plan request body | trial.amount: works only together with the interval (D21)",
    { trial: { amount: 100 } },
    "trial.interval can't be blank"
  ],
  [
    "Create-plan request body | trial.interval: works only together with the amount (D21)",
    { trial: { interval: 1 } },
    "trial.amount can't be blank"
  ],
  [
    "Create-plan request body | trial.interval_unit: is hour, day or month",
    { trial: { amount: 1, interval: 1, interval_unit: "year" } },
    "trial.interval_unit is invalid: expected one of hour, day, month, got another string"
  ],
  [
    "Create-plan request body | trial.as_first_payment: is a flag",
    { trial: { amount: 1, interval: 1, as_first_payment: "yes" } },
    "trial.as_first_payment is invalid: expected true or false, got another string"
  ],
  [
    "Create-plan request body | language: is a language tag",
    { language: "english language" },
    "language is invalid: expected a language tag such as en, got another string"
  ],
  ["Create-plan request body | infinite: is a flag", { infinite: "false", billing_cycles: 3 }, "taken"],
  [
    "Create-plan request body | billing_cycles: is required where infinite is false (D21)",
    { infinite: false },
    "billing_cycles can't be blank"
  ],
  [
    "Create-plan request body | billing_cycles: is at least 1 (D21)",
    { infinite: false, billing_cycles: 0 },
    "billing_cycles must be greater than 0"
  ],
  ...[undefined, true, "true"].flatMap((infinite) =>
    [0, -1, "twelve"].map(
      (billing_cycles) =>
        [
          `Create-plan request body | billing_cycles: ${billing_cycles} is ignored where infinite is ${JSON.stringify(infinite)}`,
          { infinite, billing_cycles },
          "taken"
        ] as const
    )
  ),
  ["Create-plan request body | number_payment_attempts: may be 1", { number_payment_attempts: 1 }, "taken"],
  [
    "Create-plan request body | number_payment_attempts: is above 0",
    { number_payment_attempts: 0 },
    "number_payment_attempts must be greater than 0"
  ],
  [
    "Create-plan request body | prevent_payments_at_night: is a flag",
    { prevent_payments_at_night: "no" },
    "prevent_payments_at_night is invalid: expected true or false, got another string"
  ]
]

describe("a plan", () => {
  for (const [title, changes, says] of rows) {
    it(title, () => assert.strictEqual(refused(changes), says))
  }

  it("never repeats what was sent", () => {
    assert.notInclude(refused({ title: 4_200_000_000_000_000, currency: "4200000000000000" }), "4200000000000000")
  })

  it("knows the members of the interface, and says which it does not know", () => {
    const unknown = BillingRequests.plan.unknownMembers({ ...base, plan: { ...plan, amont: 1 }, titles: "x" })
    assert.deepStrictEqual(
      unknown.map(({ meant, path }) => [path.join("."), meant]),
      [
        ["plan.amont", "amount"],
        ["titles", "title"]
      ]
    )
  })

  it("has its trial's unit, or hours", () => {
    assert.strictEqual(of({ trial: { amount: 1, interval: 2, interval_unit: "day" } }).trial?.intervalUnit, "day")
    assert.isUndefined(of({ trial: { amount: 1, interval: 2 } }).trial?.intervalUnit)
  })
})

const subscription = (body: object) => errorsOf(BillingRequests.subscription, body)
const id = "pln_0123456789abcdef"
const card = { number: "4200000000000000", exp_month: 1, exp_year: 2045, verification_value: "123" }

// Source: shapes, "Plan, customer, subscription".
describe("a subscription", () => {
  it.each([
    ["a plan by its id", { plan: { id } }, "taken"],
    ["a whole plan, with what clients send beside it", { plan: { ...base, shop_id: 1 } }, "taken"],
    ["no plan", {}, "plan.base can't be blank"],
    ["an id that is none", { plan: { id: "basic" } }, "plan.base is not found"],
    ["a whole plan, with what is ignored in it", { plan: { ...base, billing_cycles: 0 } }, "taken"],
    ["a customer's id that is none", { plan: { id }, customer: { id: "jane" } }, "customer.base is not found"],
    ["a faulty plan", { plan: { ...base, title: "" } }, "plan.title can't be blank"],
    ["a card", { plan: { id }, card }, "taken"],
    ["a token", { plan: { id }, card: { token: "a".repeat(64) } }, "taken"],
    [
      "a faulty card",
      { plan: { id }, card: { ...card, exp_month: 13 } },
      "card.exp_month Invalid. Format should be: mm"
    ],
    ["a customer by id", { plan: { id }, customer: { id: "cst_0123456789abcdef" } }, "taken"],
    ["a customer's details", { plan: { id }, customer: { email: "jane@shop.example" } }, "taken"],
    [
      "a faulty customer",
      { plan: { id }, customer: { email: "jane" } },
      "customer.email is invalid: expected an email address, got another string"
    ],
    ["an integer as tracking id", { plan: { id }, tracking_id: 42 }, "taken"],
    ["what is no object", [], "Request body must be a JSON object"]
  ])("with %s: %#", (_, body, says) => {
    assert.strictEqual(subscription(body), says)
  })

  it("keeps the additional data as they were sent", () => {
    const additional_data = { seats: 3, nested: { a: [1, null] } }
    const read = Either.getOrThrow(BillingRequests.subscription({ plan: { id }, additional_data }))
    assert.deepStrictEqual(read.additionalData, additional_data)
  })

  it("has a change of plan to an id that is none refused like one to an unknown plan", () => {
    assert.strictEqual(errorsOf(BillingRequests.planChange, { plan: { id: "basic" } }), "plan.base is not found")
  })

  it("knows which fields of the customer's a client wants to be shown", () => {
    const settings = { language: "en", customer_fields: { visible: ["email"] } }
    assert.deepStrictEqual(BillingRequests.subscription.unknownMembers({ plan: { id }, settings }), [])
  })

  it("names the unknown members of every section", () => {
    const body = {
      plan: { id, titel: 1 },
      customer: { emial: "x" },
      card: { numbr: "1" },
      settings: { langage: "en" },
      foo: 1
    }
    assert.deepStrictEqual(
      BillingRequests.subscription.unknownMembers(body).map(({ path }) => path.join(".")),
      ["plan.titel", "customer.emial", "card.numbr", "settings.langage", "foo"]
    )
  })
})

// Source: D60.
describe("a preview of a subscription that does not exist", () => {
  const says = (body: object) => errorsOf(BillingRequests.newPreview, body)

  it.each([
    ["a plan by its id", { plan: { id }, quantity: 2 }, "taken"],
    ["a whole plan, with what is ignored in it", { plan: { ...base, billing_cycles: 0, shop_id: 1 } }, "taken"],
    ["a customer's details", { plan: base, customer: { email: "jane@shop.example" } }, "taken"],
    ["no plan", { quantity: 2 }, "plan.base can't be blank"],
    ["a faulty plan", { plan: { ...base, title: "" } }, "plan.title can't be blank"],
    ["a plan's id that is none", { plan: { id: "basic" } }, "plan.base is not found"],
    ["a customer's id that is none", { plan: { id }, customer: { id: "jane" } }, "customer.base is not found"],
    ["a quantity that is none", { plan: base, quantity: 0 }, "quantity must be a whole number from 1 to 1000000000"],
    ["what is no object", [], "Request body must be a JSON object"]
  ])("with %s: %#", (_, body, expected) => {
    assert.strictEqual(says(body), expected)
  })

  it("names the unknown members of every section", () => {
    const body = { plan: { id, titel: 1 }, customer: { emial: "x" }, foo: 1, until: "2031-01-31T10:00:00Z" }
    assert.deepStrictEqual(
      BillingRequests.newPreview.unknownMembers(body).map(({ path }) => path.join(".")),
      ["plan.titel", "customer.emial", "foo"]
    )
  })
})

describe("a customer", () => {
  it.each([
    [{ email: "jane@shop.example", ip: "203.0.113.7" }, "taken"],
    [{ ip: "203.0.113.7" }, "email can't be blank"],
    [{ email: "jane@shop.example" }, "ip can't be blank"],
    [
      { email: "jane@shop.example", ip: "203.0.113.7", country: "DE", state: "BY" },
      "state is allowed only when country is US or CA"
    ]
  ])("%#", (body, says) => {
    assert.strictEqual(errorsOf(BillingRequests.customer, body), says)
  })
})
