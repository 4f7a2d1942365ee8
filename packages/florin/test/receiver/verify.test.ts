import { type Message, verify, WebhookRefused } from "florin/receiver"
import { assert, describe, it } from "vitest"
import { message, now, otherSecret, payment, secret, unsequenced } from "./internal/signing.js"

const clock = { now: () => now }

const refusal = async (...args: Parameters<typeof verify>): Promise<WebhookRefused> => {
  const error = await verify(...args).then(
    () => assert.fail("accepted"),
    (error: unknown) => error
  )
  assert.instanceOf(error, WebhookRefused)
  return error as WebhookRefused
}

const changed = (
  headers: Record<string, string | undefined>,
  others: Partial<Message> = {},
  sent = message()
): Message => {
  return { ...sent, headers: { ...sent.headers, ...headers }, ...others }
}

describe("a signed message (D33)", () => {
  it("is accepted, with its id, its sequence and what it is about", async () => {
    const event = await verify(secret, message(), clock)
    assert.strictEqual(event.id, "msg_0195519a-5c00-7000-8000-000000000001_7")
    assert.strictEqual(event.sequence, 7)
    assert.strictEqual(event.subject, "0195519a-5c00-7000-8000-000000000007")
  })

  it.each([{ given: undefined }, { given: "999" }, { given: "-1" }])(
    "D33a: has the sequence of its signed id, where its header says $given",
    async ({ given }) => {
      const event = await verify(secret, changed({ "florin-sequence": given }), clock)
      assert.strictEqual(event.sequence, 7)
    }
  )

  it("D33a: of 0.1, whose id has no sequence, has that of its header, unless it has to be signed", async () => {
    const sent = message({ id: unsequenced })
    assert.strictEqual((await verify(secret, sent, clock)).sequence, 7)
    const error = await refusal(secret, sent, { ...clock, requireSignedSequence: true })
    assert.strictEqual(error.code, "no-signature")
    assert.include(error.message, "webhook-id")
    assert.strictEqual((await verify(secret, message(), { ...clock, requireSignedSequence: true })).sequence, 7)
  })

  // Source: Standard Webhooks, the specification's test vector.
  it("fits by the published signature of Standard Webhooks", async () => {
    const vector = {
      headers: {
        "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
        "webhook-timestamp": "1614265330",
        "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
        "florin-sequence": "1"
      },
      body: `{"test": 2432232314}`
    }
    const event = await verify(otherSecret, vector, { now: () => 1_614_265_330_000 })
    assert.deepStrictEqual(event.type === "unknown" && event.document, { test: 2432232314 })
  })

  const { body, headers } = message({ document: payment({ message: "Ёлка €" }) })
  it.each([
    { of: "web Headers", headers: new Headers(headers) },
    { of: "a record of Node", headers },
    {
      of: "a record with lists",
      headers: Object.fromEntries(Object.entries(headers).map(([name, one]) => [name, [one]]))
    },
    {
      of: "a record in capitals",
      headers: Object.fromEntries(Object.entries(headers).map(([name, one]) => [name.toUpperCase(), one]))
    }
  ])("is read from $of", async ({ headers }) => {
    assert.strictEqual((await verify(secret, { headers, body }, clock)).type, "card")
  })

  const bytes = new TextEncoder().encode(body)
  it.each([
    { of: "a text", body },
    { of: "bytes", body: bytes },
    { of: "a Buffer", body: Buffer.from(body) },
    {
      of: "a part of a longer buffer",
      body: Buffer.concat([Buffer.from("{{"), bytes, Buffer.from("}")]).subarray(2, -1)
    }
  ])("has a body that is $of", async ({ body }) => {
    assert.strictEqual((await verify(secret, { headers, body }, clock)).type, "card")
  })

  it("needs no clock of the test's", async () => {
    assert.strictEqual((await verify(secret, message({ at: Date.now() }))).type, "card")
  })
})

describe("the time of a signature (D33)", () => {
  it.each([
    { seconds: -300, accepted: true },
    { seconds: -301, accepted: false },
    { seconds: 300, accepted: true },
    { seconds: 301, accepted: false }
  ])("$seconds seconds from now is accepted: $accepted", async ({ accepted, seconds }) => {
    const sent = message({ at: now + seconds * 1000 })
    if (accepted) await verify(secret, sent, clock)
    else assert.strictEqual((await refusal(secret, sent, clock)).code, "expired")
  })

  it("counts whole seconds, as the signature does", async () => {
    await verify(secret, message({ at: now - 300_000 }), { now: () => now + 999 })
    const { code } = await refusal(secret, message({ at: now - 300_000 }), { now: () => now + 1000 })
    assert.strictEqual(code, "expired")
  })

  it.each([
    { seconds: 10, accepted: true },
    { seconds: 11, accepted: false }
  ])("of a tolerance of 10, $seconds is accepted: $accepted", async ({ accepted, seconds }) => {
    const sent = message({ at: now - seconds * 1000 })
    const options = { ...clock, tolerance: 10 }
    if (accepted) await verify(secret, sent, options)
    else assert.include((await refusal(secret, sent, options)).message, "10 seconds")
  })
})

describe("the rotation of a secret (D33)", () => {
  it.each([
    { of: "the new secret alone", secrets: [secret], signedWith: [otherSecret, secret] },
    { of: "the old secret alone", secrets: [otherSecret], signedWith: [otherSecret, secret] },
    { of: "both secrets", secrets: [secret, otherSecret], signedWith: [otherSecret] },
    { of: "both secrets, in the other order", secrets: [otherSecret, secret], signedWith: [otherSecret] }
  ])("is survived with $of", async ({ secrets, signedWith }) => {
    assert.strictEqual((await verify(secrets, message({ secrets: signedWith }), clock)).type, "card")
  })

  it("passes over signatures of other versions and what is no signature", async () => {
    const right = message().headers["webhook-signature"]!
    const mixed = changed({ "webhook-signature": `v1a,${"A".repeat(86)}== v1 v1, v2,${right.slice(3)} ${right}` })
    assert.strictEqual((await verify(secret, mixed, clock)).type, "card")
  })
})

const right = message().headers["webhook-signature"]!
const flipped = right.replace(/^v1,(.)/, (_, first: string) => `v1,${first === "A" ? "B" : "A"}`)
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
// The same bytes to a lenient decoder.
const respelled = right.replace(/(.)=$/, (_, last: string) => `${letters[letters.indexOf(last) + 1]}=`)

const ofOlder = (headers: Record<string, string | undefined>) => changed(headers, {}, message({ id: unsequenced }))

const refused: ReadonlyArray<{ readonly what: string; readonly code: string; readonly sent: Message }> = [
  { what: "without webhook-id", code: "no-signature", sent: changed({ "webhook-id": undefined }) },
  { what: "without webhook-timestamp", code: "no-signature", sent: changed({ "webhook-timestamp": undefined }) },
  { what: "without webhook-signature", code: "no-signature", sent: changed({ "webhook-signature": undefined }) },
  { what: "with an empty webhook-signature", code: "no-signature", sent: changed({ "webhook-signature": "" }) },
  {
    what: "with a time in words",
    code: "no-signature",
    sent: changed({ "webhook-timestamp": "2026-03-01T12:00:00Z" })
  },
  { what: "with a time in exponents", code: "no-signature", sent: changed({ "webhook-timestamp": "1e9" }) },
  { what: "of 0.1 without florin-sequence", code: "no-signature", sent: ofOlder({ "florin-sequence": undefined }) },
  { what: "of 0.1 with a sequence below zero", code: "no-signature", sent: ofOlder({ "florin-sequence": "-1" }) },
  {
    what: "whose id was given another sequence",
    code: "wrong-signature",
    sent: changed({ "webhook-id": `${unsequenced}_8`, "florin-sequence": "8" })
  },
  { what: "with another id", code: "wrong-signature", sent: changed({ "webhook-id": "msg_2" }) },
  { what: "with another time", code: "wrong-signature", sent: changed({ "webhook-timestamp": "1772366401" }) },
  { what: "with one changed letter", code: "wrong-signature", sent: changed({ "webhook-signature": flipped }) },
  {
    what: "with half a signature",
    code: "wrong-signature",
    sent: changed({ "webhook-signature": right.slice(0, 24) })
  },
  {
    what: "with another spelling of its signature",
    code: "wrong-signature",
    sent: changed({ "webhook-signature": respelled })
  },
  {
    what: "with a signature of another version",
    code: "wrong-signature",
    sent: changed({ "webhook-signature": right.replace("v1,", "v2,") })
  },
  { what: "with another secret's signature", code: "wrong-signature", sent: message({ secrets: [otherSecret] }) },
  { what: "with a changed body", code: "wrong-signature", sent: changed({}, { body: `${message().body} ` }) },
  { what: "with no body", code: "wrong-signature", sent: changed({}, { body: "" }) },
  { what: "that is no JSON", code: "unreadable", sent: message({ document: "{" }) },
  { what: "that is empty and signed", code: "unreadable", sent: message({ document: "" }) },
  { what: "that is a list", code: "unreadable", sent: message({ document: [] }) },
  { what: "that is null", code: "unreadable", sent: message({ document: null }) },
  { what: "that was parsed before", code: "not-raw", sent: changed({}, { body: payment() as never }) },
  { what: "of which the host has no body", code: "not-raw", sent: changed({}, { body: undefined as never }) }
]

describe("a message (D33)", () => {
  it.each(refused)("$what is refused as $code, in a sentence without its values", async ({ code, sent }) => {
    const error = await refusal(secret, sent, clock)
    assert.strictEqual(error.code, code)
    assert.isAbove(error.message.length, 30)
    assert.notInclude(error.message, "0195519a")
    assert.notInclude(error.message, secret.slice(6))
  })

  it("that is not UTF-8 is refused as unreadable, though it is signed", async () => {
    const { createHmac } = await import("node:crypto")
    const body = Buffer.concat([Buffer.from(`{"name":"`), Uint8Array.of(0xff), Buffer.from(`"}`)])
    const { headers } = message()
    const content = Buffer.concat([Buffer.from(`${headers["webhook-id"]}.${headers["webhook-timestamp"]}.`), body])
    const key = Buffer.from(secret.slice(6), "base64")
    headers["webhook-signature"] = `v1,${createHmac("sha256", key).update(content).digest("base64")}`
    assert.strictEqual((await refusal(secret, { headers, body }, clock)).code, "unreadable")
  })

  it.each([
    { name: "webhook-signature", accepted: true },
    { name: "webhook-id", accepted: false }
  ])("with two headers $name is read as web Headers join them, and accepted: $accepted", async ({ accepted, name }) => {
    const { body, headers } = message()
    const twice = { body, headers: { ...headers, [name]: [headers[name]!, headers[name]!] } }
    if (accepted) await verify(secret, twice, clock)
    else assert.strictEqual((await refusal(secret, twice, clock)).code, "wrong-signature")
  })

  it.each(["", "whsec_", "C2FVsBQIhrscChlQIMV+b5sSYspob7oD", "whsec_not base64", "whsec_A"])(
    "is not verified with the secret '%s', which is not repeated",
    async (unusable) => {
      const error = await refusal([secret, unusable], message(), clock)
      assert.strictEqual(error.code, "unusable-secret")
      if (unusable.length > 7) assert.notInclude(error.message, unusable)
    }
  )

  it.each(["whsec_AAAA", "whsec_AAA=", "whsec_AA==", "whsec_AAA", "whsec_AA"])(
    "is verified with the secret %s, as it is signed",
    async (padded) => {
      assert.strictEqual((await verify(padded, message({ secrets: [padded] }), clock)).type, "card")
    }
  )

  it("is not verified with an option that there is none of", async () => {
    const error = await refusal(secret, message(), { ...clock, tolerence: 5 } as never)
    assert.strictEqual(error.code, "unusable-option")
    assert.include(error.message, "tolerence is not an option: there are tolerance, now")
  })

  it("is not verified without a secret", async () => {
    assert.strictEqual((await refusal([], message(), clock)).code, "unusable-secret")
  })
})
