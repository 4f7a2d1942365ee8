/** Input that nobody should send, for every route and every field. Each case holds a word that must not come back. */
import * as fc from "fast-check"
import { credentials } from "./server.js"

export interface Case {
  readonly what: string
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  readonly canary: string
}

type Json = null | boolean | number | string | ReadonlyArray<Json> | { readonly [name: string]: Json }

const uid = "0190b6a0-0000-7000-8000-000000000000"
const card = {
  number: "4200000000000000",
  verification_value: "123",
  holder: "Jane Doe",
  exp_month: "12",
  exp_year: "2099"
}
const order = {
  amount: 100,
  currency: "USD",
  description: "Order",
  tracking_id: "a;b",
  language: "en",
  test: true,
  duplicate_check: false,
  notification_url: "https://127.0.0.1/hook"
}
const customer = {
  ip: "192.0.2.1",
  email: "jane@shop.example",
  device_id: "d",
  birth_date: "1990-01-31",
  taxpayer_id: "t",
  external_id: "e"
}
const address = {
  first_name: "Jane",
  last_name: "Doe",
  country: "US",
  city: "Denver",
  state: "CO",
  zip: "96002",
  address: "1st Street",
  phone: "+1"
}
const leg = {
  airline_code: "AA",
  stop_over_code: "X",
  flight_number: "1",
  departure_date_time: "2030-05-26T05:15:00",
  arrival_date_time: "2030-05-26T07:30:00",
  originating_country: "US",
  originating_city: "Dallas",
  originating_airport_code: "DFW",
  destination_country: "US",
  destination_city: "Denver",
  destination_airport_code: "DEN",
  coupon: "1",
  class: "A"
}
const airline = {
  agency_code: "1",
  agency_name: "Agency",
  ticket_number: "33345678901111",
  booking_number: "b",
  restricted_ticked_indicator: "1",
  legs: [leg],
  passengers: [{ first_name: "Jane", last_name: "Doe" }]
}
const browser = {
  accept_header: "*/*",
  screen_width: 1,
  screen_height: 1,
  screen_color_depth: 24,
  window_width: 1,
  window_height: 1,
  language: "en",
  java_enabled: false,
  user_agent: "u",
  time_zone: -60,
  time_zone_name: "Europe/Warsaw"
}
const circumstances = {
  dynamic_billing_descriptor: "Shop",
  verification_url: "https://127.0.0.1/verify",
  return_url: "https://shop.example/back",
  skip_three_d_secure_verification: false,
  force_three_d_secure_verification: false,
  three_d_secure: { advanced: false },
  customer,
  billing_address: address,
  travel: { airline }
}
const charge = {
  ...order,
  ...circumstances,
  expired_at: "2099-01-01T00:00:00+03:00",
  additional_data: {
    receipt_text: ["line"],
    contract: ["recurring"],
    card_on_file: { initiator: "merchant", type: "increment" },
    avs_cvc_verification: { avs_verification: { reject_codes: ["N"] }, cvc_verification: { reject_codes: ["N"] } },
    browser,
    excluded_gateways: [1],
    wallet: { params: { session: "s" } }
  },
  credit_card: card
}
const child = { parent_uid: uid, amount: 1, duplicate_check: true, tracking_id: "t" }

/** A request that is right, with every field, for each route that takes one. */
const bodies: Readonly<Record<string, Json>> = {
  "/transactions/authorizations": { request: charge },
  "/transactions/payments": { request: charge },
  "/transactions/tokenizations": { request: { ...order, ...circumstances, credit_card: card } },
  "/transactions/captures": { request: child },
  "/transactions/voids": { request: child },
  "/transactions/refunds": { request: { ...child, reason: "Broken" } },
  "/transactions/credits": {
    request: { ...order, credit_card: { token: "a".repeat(64), verification_value: "1234" } }
  },
  "/transactions/payouts": {
    request: { ...order, recipient_credit_card: card, recipient: customer, recipient_billing_address: address }
  },
  "/sandbox/clock": { advance: "P1M", to: "2099-01-01T00:00:00Z" },
  "/acquirers/7/notifications": { id: "evt_1", type: "payment.succeeded", data: { key: "a", amount: 100 } },
  "/upstream/notifications": { transaction: { tracking_id: "a;payment 100 USD", status: "successful" } }
}

const paths = [
  ...Object.keys(bodies),
  `/transactions/${uid}`,
  `/transactions/${uid}/renotify`,
  `/transactions/${uid}/recover`,
  "/v2/transactions/tracking_id/a",
  "/transactions/tracking_id/a",
  "/movements",
  "/notifications",
  `/notifications/msg_${uid}/resend`,
  "/notifications/resend",
  `/process/${uid}`,
  `/process/${uid}/return`,
  `/receipts/${uid}`,
  `/transfers/${uid}`,
  `/transfers/${uid}/status`,
  "/openapi.json",
  "/docs",
  "/health/live",
  "/health/ready",
  "/sandbox/ledger"
]

/** JSON as text, because most of these are no values of ours. `@` becomes the canary. */
const hostile = [
  '"@"',
  `"${"@".repeat(40)}${"x".repeat(2000)}"`,
  '"@\\u0000"',
  '"@\\ud800"',
  '"\\u202e@"',
  '"@\'; drop table transactions; --"',
  '"<script>@</script>"',
  '"4111111111111111@"',
  '"javascript:@"',
  '"https://user:@@shop.example/"',
  "1e400",
  "-1e400",
  "9007199254740993",
  "-0",
  "0.1",
  "1e-7",
  `${"9".repeat(400)}`,
  "true",
  "null",
  "[]",
  "{}",
  '["@"]',
  '[[["@"]]]',
  '{"@":"@"}',
  '{"__proto__":{"@":1}}',
  '{"constructor":{"prototype":{"@":1}}}',
  '{"toString":"@","valueOf":"@","length":1}',
  `${"[".repeat(40)}"@"${"]".repeat(40)}`,
  `${'{"a":'.repeat(40)}"@"${"}".repeat(40)}`,
  '"2026-02-30T00:00:00Z@"',
  '"999999-01-01T00:00:00Z"'
] as const

const mark = "\u0001here\u0001"

const leavesOf = (value: Json, path: ReadonlyArray<string> = []): ReadonlyArray<ReadonlyArray<string>> => {
  const inside =
    typeof value === "object" && value !== null
      ? Object.entries(value).flatMap(([name, member]) => leavesOf(member as Json, [...path, name]))
      : []
  return path.length === 0 ? inside : [path, ...inside]
}

const replaced = (value: Json, [name, ...rest]: ReadonlyArray<string>, by: string): Json => {
  if (name === undefined) return by
  if (Array.isArray(value)) return value.map((it, index) => (String(index) === name ? replaced(it, rest, by) : it))
  const members = value as { readonly [name: string]: Json }
  return { ...members, [name]: replaced(members[name]!, rest, by) }
}

const written = (body: Json, path: ReadonlyArray<string>, text: string): string =>
  JSON.stringify(replaced(body, path, mark)).replace(JSON.stringify(mark), () => text)

// With a digit: in the sandbox an unknown member of letters alone is named in the answer (D3).
const canaryOf = (index: number): string => `cAnArY${index.toString(36)}zQ9`

const json = { authorization: credentials, "content-type": "application/json" }

/** Every field of every route, with everything that it is not. */
export const wrongFields = (stride: number): ReadonlyArray<Case> => {
  const cases: Array<Case> = []
  let index = 0
  for (const [path, body] of Object.entries(bodies)) {
    for (const field of leavesOf(body)) {
      for (const text of hostile) {
        if (index++ % stride !== 0) continue
        const canary = canaryOf(index)
        cases.push({
          what: `${field.join(".")} is ${text.slice(0, 40)}`,
          method: "POST",
          path,
          headers: json,
          body: written(body, field, text.replaceAll("@", canary)),
          canary
        })
      }
    }
  }
  return cases
}

const header = fc.string({ unit: fc.constantFrom(..." !~,;=:/\\\"'%@0aZ\u00e9"), maxLength: 60 })

const headers = (canary: string) =>
  fc.record(
    {
      authorization: fc.oneof(
        { arbitrary: fc.constant(credentials), weight: 20 },
        { arbitrary: header.map((text) => `Basic ${text}${canary}`), weight: 1 },
        { arbitrary: fc.base64String().map((text) => `Basic ${text}`), weight: 1 },
        {
          arbitrary: fc.string().map((text) => `Basic ${Buffer.from(`${text}:${canary}`).toString("base64")}`),
          weight: 1
        }
      ),
      "content-type": fc.oneof(
        { arbitrary: fc.constant("application/json"), weight: 20 },
        { arbitrary: header.map((text) => `${text}${canary}`), weight: 1 },
        { arbitrary: fc.constantFrom("text/html", "application/json;charset=utf-7", "multipart/form-data"), weight: 1 }
      ),
      "idempotency-key": fc.oneof(
        fc.constant(`key-${canary}`),
        header.map((text) => `${text}${canary}`)
      ),
      requestid: fc.oneof(
        fc.constant(`key-${canary}`),
        header.map((text) => `${text}${canary}`)
      ),
      "x-request-id": fc.constant(canary),
      "x-forwarded-for": fc.constant(canary),
      "accept-language": header.map((text) => `${text}${canary}`),
      "content-encoding": fc.constantFrom("identity", "identity", "identity", "gzip", canary),
      cookie: fc.constant(canary),
      origin: fc.constant(`https://${canary}.example`)
    },
    { requiredKeys: ["authorization", "content-type"] }
  )

const path = (canary: string) =>
  fc.oneof(
    { arbitrary: fc.constantFrom(...paths), weight: 6 },
    {
      arbitrary: fc
        .tuple(
          fc.constantFrom(...paths),
          fc.constantFrom("%", "%00", "%ff", "..", "%2e%2e%2f", "//", "/", ";", "%c0%af")
        )
        .map(([known, odd]) => `${known}/${odd}${canary}`),
      weight: 2
    },
    {
      arbitrary: fc
        .tuple(
          fc.constantFrom(...paths),
          fc.constantFrom("limit", "status", "after", "__proto__", "%", "constructor[]")
        )
        .map(([known, name]) => `${known}?${name}=${canary}&limit=${canary}&&=%`),
      weight: 2
    },
    {
      arbitrary: fc
        .array(fc.constantFrom("transactions", "v2", "__proto__", "constructor", "%25", canary), { maxLength: 6 })
        .map((segments) => `/${segments.join("/")}`),
      weight: 1
    }
  )

// Not of the unit "binary", which takes a second to make a table of all that there is.
const character = fc.oneof(fc.nat(0xd7ff), fc.integer({ min: 0xe000, max: 0x10ffff }))
const anything = fc.string({ unit: character.map((code) => String.fromCodePoint(code)) })

const body = (canary: string): fc.Arbitrary<string | Uint8Array> => {
  const right = fc.constantFrom(...Object.values(bodies)).map((value) => JSON.stringify(value))
  const strings = fc.oneof(fc.constant(canary), anything, fc.constantFrom("__proto__", "constructor"))
  const random = fc.letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      strings,
      fc.double(),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie("value"), { maxLength: 4 }),
      fc.dictionary(strings, tie("value"), { maxKeys: 4 })
    ) as fc.Arbitrary<Json>
  })).value
  return fc.oneof(
    fc.tuple(right, fc.double({ min: 0, max: 1, noNaN: true })).map(([text, part]) => {
      const cut = text.replace('"Order"', `"${canary}"`)
      return cut.slice(0, Math.floor(cut.length * part))
    }),
    fc.tuple(right, fc.nat(), fc.nat(255)).map(([text, at, byte]) => {
      const bytes = Buffer.from(text.replace('"Order"', `"${canary}"`))
      bytes[at % bytes.length] = byte
      return new Uint8Array(bytes)
    }),
    random.map((value) => JSON.stringify({ request: value })),
    random.map((value) => JSON.stringify(value)),
    fc.uint8Array({ maxLength: 200 }),
    fc.nat(30_000).map((depth) => `${"[".repeat(depth)}"${canary}"${"]".repeat(depth)}`),
    fc.nat(10_000).map((depth) => `{"request":${'{"a":'.repeat(depth)}"${canary}"${"}".repeat(depth)}}`),
    fc
      .nat(3000)
      .map((count) => `{"request":{${Array.from({ length: count }, (_, i) => `"${canary}${i}":1`).join(",")}}}`),
    fc.constantFrom(
      "",
      " ",
      "null",
      `"${canary}"`,
      "[]",
      "{}",
      '{"request":null}',
      "NaN",
      "{'a':1}",
      "\ufeff{}",
      "\u0000"
    ),
    fc.constant(`{"request":{"${canary}":"${"x".repeat(70_000)}"}}`)
  )
}

const method = fc.oneof(
  { arbitrary: fc.constant("POST"), weight: 12 },
  {
    arbitrary: fc.constantFrom("GET", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND", "LINK"),
    weight: 2
  }
)

/** Methods, paths, headers and bodies by chance; a seed gives the same ones again. */
export const wrongRequests = (count: number, seed: number): ReadonlyArray<Case> =>
  Array.from({ length: count }, (_, index) => {
    const canary = canaryOf(index)
    const arbitrary = fc.record(
      { method, path: path(canary), headers: headers(canary), body: body(canary) },
      { requiredKeys: ["method", "path", "headers"] }
    )
    const [found] = fc.sample(arbitrary, { seed: seed + index, numRuns: 1 })
    const { body: sent, headers: named, ...rest } = found!
    return {
      ...rest,
      what: `case ${index}`,
      headers: named as Record<string, string>,
      ...(sent === undefined ? {} : { body: sent }),
      canary
    }
  })
