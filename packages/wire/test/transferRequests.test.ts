import { assert, describe, it } from "@effect/vitest"
import type { InvalidRequest } from "@florin/core/request/InvalidRequest"
import * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import * as TransferRequests from "../src/TransferRequests.js"
import { type Json, parentUid } from "./internal/samples.js"

type Decode = (body: unknown) => Either.Either<unknown, InvalidRequest>

/** `taken`, or what is refused. */
const reply = (decode: Decode, body: unknown): string =>
  Either.match(decode(body), { onLeft: ({ message }) => message, onRight: () => "taken" })

const base = { amount: 100_000, currency: "RUB", description: "Order 17" }
const payment = (changes: Json = {}): Json => ({ request: { ...base, method: { type: "sbp" }, ...changes } })
const payout = (changes: Json = {}, method: Json = {}): Json => ({
  request: { ...base, method: { type: "sbp", account_number: "+79990000000", bank_code: "10", ...method }, ...changes }
})
const refund = (changes: Json = {}): Json => ({ request: { parent_uid: parentUid, reason: "Returned", ...changes } })
const sent = { content_type: "application/pdf", file_name: "a.pdf", file_size: 1, content: "JQ==", checksum: "a" }
const proof = (changes: Json = {}, document: Json = {}): Json => ({
  request: { amount: 100_000, currency: "RUB", document: { ...sent, ...document }, ...changes }
})

type Row = readonly [title: string, body: unknown, expected: string]

const integer = "is invalid: expected a positive integer in minor units, got"
const tooLong = "is too long (maximum is 255 characters)"

// What payments and payouts share.
const order = (of: (changes: Json) => Json): ReadonlyArray<Row> => [
  ["no amount", of({ amount: null }), "amount can't be blank"],
  ["an amount of 0", of({ amount: 0 }), "amount must be greater than 0"],
  ["an amount of 1", of({ amount: 1 }), "taken"],
  ["an amount of 2^53 - 1", of({ amount: 2 ** 53 - 1 }), "taken"],
  ["an amount of 2^53", of({ amount: 2 ** 53 }), `amount ${integer} a number above 9007199254740991`],
  ["an amount with a fraction", of({ amount: 1.5 }), `amount ${integer} a number with a fraction`],
  ["an amount as text of digits", of({ amount: "100" }), "taken"],
  ["an amount as other text", of({ amount: "100.00" }), `amount ${integer} a string`],
  [
    "no currency",
    of({ currency: "" }),
    "currency is invalid: expected an ISO 4217 code such as EUR, got another string"
  ],
  ["another currency", of({ currency: "EUR" }), "taken"],
  [
    "no currency of any list",
    of({ currency: "RUR" }),
    "currency is invalid: expected an ISO 4217 code such as EUR, got another string"
  ],
  ["no description", of({ description: undefined }), "description can't be blank"],
  ["255 characters of description", of({ description: "x".repeat(255) }), "taken"],
  ["256 characters of description", of({ description: "x".repeat(256) }), `description ${tooLong}`],
  ["an integer as tracking id", of({ tracking_id: 42 }), "taken"],
  ["256 characters of tracking id", of({ tracking_id: "x".repeat(256) }), `tracking_id ${tooLong}`],
  ["a test, as text", of({ test: "true" }), "taken"],
  ["a test that is none", of({ test: "yes" }), "test is invalid: expected true or false, got another string"],
  ["no address of a network", of({ ip: "300.1.1.1" }), "ip is invalid: expected an IP address, got another string"],
  [
    "no URL",
    of({ return_url: "shop" }),
    "return_url is invalid: expected an http or https URL without credentials, got another string"
  ],
  ["a customer of nothing", of({ customer: {} }), "taken"],
  [
    "a customer without a mailbox",
    of({ customer: { email: "jane" } }),
    "customer.email is invalid: expected an email address, got another string"
  ],
  [
    "a state where there is none",
    of({ billing_address: { country: "RU", state: "CA" } }),
    "billing_address.state is allowed only when country is US or CA"
  ],
  ["what nobody knows", of({ colour: "red" }), "taken"],
  ["no method", of({ method: null }), "method can't be blank"],
  ["a method as text", of({ method: "sbp" }), "method is invalid: expected an object, got a string"]
]

const one = "is invalid: expected one of sbp, sbp_data, got another string"
const instant = "expired_at is invalid. Format should be ISO 8601 with a time-zone offset"

describe("a payment by transfer", () => {
  it.each<Row>([
    ["a method", payment(), "taken"],
    ["no type", payment({ method: { channel: "SBP" } }), "method.type can't be blank"],
    ["another type", payment({ method: { type: "card" } }), `method.type ${one}`],
    ["a type in capitals", payment({ method: { type: "SBP" } }), `method.type ${one}`],
    ["sbp_data and its channel", payment({ method: { type: "sbp_data", channel: "SBP" } }), "taken"],
    ["sbp_data without a channel", payment({ method: { type: "sbp_data" } }), "method.channel can't be blank"],
    [
      "sbp_data with an empty channel",
      payment({ method: { type: "sbp_data", channel: "" } }),
      "method.channel can't be blank"
    ],
    [
      "sbp_data with a channel in small letters",
      payment({ method: { type: "sbp_data", channel: "sbp" } }),
      "method.channel must be SBP"
    ],
    ["sbp with a channel of its own", payment({ method: { type: "sbp", channel: "C2B" } }), "taken"],
    ["an end", payment({ expired_at: "2030-05-01T12:00:00+03:00" }), "taken"],
    ["an end without an offset", payment({ expired_at: "2030-05-01T12:00:00" }), instant],
    ...order(payment)
  ])("D3, D27: with %s", (_, body, expected) => {
    assert.strictEqual(reply(TransferRequests.payment, body), expected)
  })

  it("D3: is read whole", () => {
    const urls = { return_url: "https://shop.example/1", notification_url: "https://shop.example/2" }
    const body = payment({
      ...{ ...urls, verification_url: "https://shop.example/3", tracking_id: 42, test: "false", language: "ru" },
      ...{ ip: "203.0.113.7", customer: { email: "jane@shop.example" }, billing_address: { city: "Riga", zip: 1010 } },
      ...{ method: { type: "sbp_data", channel: "SBP" }, expired_at: "2030-05-01T12:00:00+03:00", colour: "red" }
    })
    assert.deepStrictEqual(Either.getOrThrow(TransferRequests.payment(body)) as unknown, {
      ...{ ...base, trackingId: "42", test: false, language: "ru", ip: "203.0.113.7" },
      ...{ returnUrl: "https://shop.example/1", notificationUrl: "https://shop.example/2" },
      ...{ verificationUrl: "https://shop.example/3", expiredAt: DateTime.unsafeMake("2030-05-01T09:00:00Z") },
      ...{ customer: { email: "jane@shop.example" }, billingAddress: { city: "Riga", zip: "1010" } },
      method: { type: "sbp_data", channel: "SBP" }
    })
  })

  it("D4: is refused for every field at once", () => {
    const body = payment({ amount: 0, description: " ", method: { type: "sbp_data" } })
    const expected = "amount must be greater than 0; description can't be blank; method.channel can't be blank"
    assert.strictEqual(reply(TransferRequests.payment, body), expected)
  })
})

describe("a payout by transfer", () => {
  it.each<Row>([
    ["a phone number", payout(), "taken"],
    ["a phone number as an integer", payout({}, { account_number: 79_990_000_000 }), "taken"],
    ["no phone number", payout({}, { account_number: null }), "method.account_number can't be blank"],
    [
      "65 characters",
      payout({}, { account_number: "7".repeat(65) }),
      "method.account_number is too long (maximum is 64 characters)"
    ],
    ["a bank's id as an integer", payout({}, { bank_code: 100_000_000_004 }), "taken"],
    ["no bank", payout({}, { bank_code: undefined }), "method.bank_code can't be blank"],
    ["a blank bank", payout({}, { bank_code: " " }), "method.bank_code can't be blank"],
    ["sbp_data", payout({}, { type: "sbp_data" }), "method.type is invalid: expected sbp, got another string"],
    ...order(payout)
  ])("D3, D31: with %s", (_, body, expected) => {
    assert.strictEqual(reply(TransferRequests.payout, body), expected)
  })

  it("D31: is read with its recipient as it was sent", () => {
    const { method } = Either.getOrThrow(TransferRequests.payout(payout({}, { account_number: "+7 (999) 000-00-00" })))
    assert.deepStrictEqual(method, { type: "sbp", accountNumber: "+7 (999) 000-00-00", bankCode: "10" })
  })
})

describe("a refund by transfer", () => {
  const notFound = "parent_uid Parent transaction is not found"
  it.each<Row>([
    ["a reason", refund(), "taken"],
    ["no reason", refund({ reason: null }), "reason can't be blank"],
    ["a blank reason", refund({ reason: " " }), "reason can't be blank"],
    ["255 characters of reason", refund({ reason: "x".repeat(255) }), "taken"],
    ["256 characters of reason", refund({ reason: "x".repeat(256) }), `reason ${tooLong}`],
    ["no payment", refund({ parent_uid: undefined }), "parent_uid can't be blank"],
    ["a payment that cannot be", refund({ parent_uid: "1" }), notFound],
    ["a payment in capitals", refund({ parent_uid: parentUid.toUpperCase() }), notFound],
    ["an amount", refund({ amount: 1 }), "taken"],
    ["an amount of 0", refund({ amount: 0 }), "amount must be greater than 0"],
    ["no amount", refund({ amount: null }), "taken"],
    ["a web address of its own", refund({ notification_url: "https://shop.example/own" }), "taken"],
    [
      "another address",
      refund({ notification_url: "not an address" }),
      "notification_url is invalid: expected an http or https URL without credentials, got another string"
    ],
    ["a request to skip the check, as text", refund({ duplicate_check: "false" }), "taken"],
    [
      "no such request",
      refund({ duplicate_check: 0 }),
      "duplicate_check is invalid: expected true or false, got a number"
    ]
  ])("D32: with %s", (_, body, expected) => {
    assert.strictEqual(reply(TransferRequests.refund, body), expected)
  })

  it("D32: is read whole", () => {
    assert.deepStrictEqual(
      Either.getOrThrow(
        TransferRequests.refund(refund({ amount: 5, tracking_id: 42, duplicate_check: "false" }))
      ) as unknown,
      { parentUid, reason: "Returned", amount: 5, trackingId: "42", duplicateCheck: false }
    )
  })
})

describe("the proof of a payment", () => {
  it.each<Row>([
    ["a document", proof(), "taken"],
    ["no amount", proof({ amount: null }), "amount can't be blank"],
    ["no currency", proof({ currency: null }), "currency can't be blank"],
    ["no document", proof({ document: null }), "document can't be blank"],
    ["an empty document", { request: { amount: 1, currency: "RUB", document: {} } }, "document can't be blank"],
    ["a list of documents", proof({ document: [sent] }), "document is invalid: expected an object, got an array"],
    ["no kind", proof({}, { content_type: null }), "document.content_type can't be blank"],
    ["no name", proof({}, { file_name: null }), "document.file_name can't be blank"],
    ["an empty name", proof({}, { file_name: "" }), "document.file_name can't be blank"],
    ["255 characters of name", proof({}, { file_name: "x".repeat(255) }), "taken"],
    ["256 characters of name", proof({}, { file_name: "x".repeat(256) }), `document.file_name ${tooLong}`],
    ["no size", proof({}, { file_size: null }), "document.file_size can't be blank"],
    ["a size as text of digits", proof({}, { file_size: "1" }), "taken"],
    [
      "a size as other text",
      proof({}, { file_size: "1 byte" }),
      "document.file_size is invalid: expected an integer, got a string"
    ],
    [
      "a size with a fraction",
      proof({}, { file_size: 1.5 }),
      "document.file_size is invalid: expected an integer, got a number with a fraction"
    ],
    ["no content", proof({}, { content: null }), "document.content can't be blank"],
    [
      "content as numbers",
      proof({}, { content: [37] }),
      "document.content is invalid: expected a string, got an array"
    ],
    ["no checksum", proof({}, { checksum: null }), "document.checksum can't be blank"],
    [
      "a checksum as number",
      proof({}, { checksum: 1 }),
      "document.checksum is invalid: expected a string, got a number"
    ],
    ["a request to skip the check", proof({ skip_duplicate_check: true }), "taken"],
    [
      "no such request",
      proof({ skip_duplicate_check: 1 }),
      "skip_duplicate_check is invalid: expected true or false, got a number"
    ]
  ])("D29: with %s", (_, body, expected) => {
    assert.strictEqual(reply(TransferRequests.proof, body), expected)
  })

  it("D29: is read whole, and its content as it was sent", () => {
    const content = "A".repeat(7_000_000)
    const read = Either.getOrThrow(TransferRequests.proof(proof({ skip_duplicate_check: "true" }, { content })))
    const { document, ...rest } = read
    assert.deepEqual(rest as unknown, { skipDuplicateCheck: true, amount: 100_000, currency: "RUB" })
    assert.deepInclude(document, { contentType: "application/pdf", fileName: "a.pdf", fileSize: 1, checksum: "a" })
    assert.isTrue(document.content === content)
  })
})

describe("a confirmation", () => {
  it.each<readonly [title: string, body: unknown, expected: boolean | undefined]>([
    ["bare", { skip_duplicate_check: true }, true],
    ["bare, as text", { skip_duplicate_check: "false" }, false],
    ["bare and empty", {}, undefined],
    ["wrapped", { request: { skip_duplicate_check: true } }, true],
    ["wrapped and empty", { request: {} }, undefined],
    ["wrapped in nothing", { request: null, skip_duplicate_check: true }, true],
    [
      "wrapped, with another beside it",
      { request: { skip_duplicate_check: false }, skip_duplicate_check: true },
      false
    ],
    ["with members that nobody knows", { uid: parentUid }, undefined]
  ])("D3: is read %s", (_, body, expected) => {
    assert.strictEqual(Either.getOrThrow(TransferRequests.confirm(body)).skipDuplicateCheck, expected)
  })

  const flag = "skip_duplicate_check is invalid: expected true or false, got"
  it.each<Row>([
    ["that is no object", [], "Request body must be a JSON object"],
    ["wrapped in a list", { request: [1] }, "request is invalid: expected an object, got an array"],
    ["wrapped in a text", { request: "x" }, "request is invalid: expected an object, got a string"],
    ["with a number", { skip_duplicate_check: 1 }, `${flag} a number`],
    ["wrapped, with a number", { request: { skip_duplicate_check: 1 } }, `${flag} a number`]
  ])("D3: is refused %s", (_, body, expected) => {
    assert.strictEqual(reply(TransferRequests.confirm, body), expected)
  })

  it("D3: says which members it does not know, bare or wrapped", () => {
    const paths = (body: unknown) => TransferRequests.confirm.unknownMembers(body).map(({ path }) => path.join("."))
    assert.deepStrictEqual(paths({ skip_duplicate: true }), ["skip_duplicate"])
    assert.deepStrictEqual(paths({ request: { skip_duplicate: true, skip_duplicate_check: true } }), [
      "request.skip_duplicate"
    ])
  })
})

const all = { payment, payout, refund, proof } as const
const { payment: ofPayment, payout: ofPayout, proof: ofProof, refund: ofRefund } = TransferRequests
const decoders: Readonly<Record<keyof typeof all, Decode>> = {
  ...{ payment: ofPayment, payout: ofPayout, refund: ofRefund, proof: ofProof }
}
const names = ["payment", "payout", "refund", "proof"] as const

describe("a request about a transfer", () => {
  const nested = (levels: number): unknown => (levels === 0 ? {} : { a: nested(levels - 1) })

  it.each(names)("D3, D4: is refused as a whole where it is no %s", (name) => {
    const decode = decoders[name]
    assert.strictEqual(reply(decode, "x"), "Request body must be a JSON object")
    assert.strictEqual(reply(decode, [all[name]()]), "Request body must be a JSON object")
    assert.strictEqual(reply(decode, null), "Request body must be a JSON object")
    assert.strictEqual(reply(decode, {}), "request is missing")
    assert.strictEqual(reply(decode, all[name]().request), "request is missing")
    assert.strictEqual(reply(decode, { request: 5 }), "request is invalid: expected an object, got a number")
    assert.strictEqual(reply(decode, { ...all[name](), more: nested(29) }), "taken")
    assert.strictEqual(reply(decode, { ...all[name](), more: nested(40) }), "Request body is nested too deeply")
  })

  it.each(names)("D5: never repeats what was sent, in a refused %s", (name) => {
    const canary = "4200000000000000"
    const spoiled = (value: unknown): unknown => {
      if (typeof value !== "object" || value === null) return [canary]
      return Object.fromEntries(Object.entries(value).map(([member, inner]) => [member, spoiled(inner)]))
    }
    const message = reply(decoders[name], spoiled(all[name]()))
    assert.notStrictEqual(message, "taken")
    assert.notInclude(message, canary)
    const texts = { amount: canary, currency: canary, method: { type: canary }, parent_uid: canary }
    assert.notInclude(reply(decoders[name], { request: { ...texts, document: { file_size: canary } } }), canary)
  })

  it("D3: names what was probably meant", () => {
    const body = { request: { ...base, metod: {}, method: { type: "sbp", chanel: "SBP" } } }
    assert.deepStrictEqual(
      TransferRequests.payment.unknownMembers(body).map(({ meant, path }) => [path.join("."), meant]),
      [
        ["request.metod", "method"],
        ["request.method.chanel", "channel"]
      ]
    )
    // Only a confirmation may come without the object around it.
    assert.deepStrictEqual(TransferRequests.payment.unknownMembers({ ...payment(), amount: 1 }).length, 1)
    const document = { request: { document: { ...sent, filename: "a" } } }
    assert.deepStrictEqual(
      TransferRequests.proof.unknownMembers(document).map(({ path }) => path.join(".")),
      ["request.document.filename"]
    )
  })
})
