import { assert, it } from "@effect/vitest"
import { Cards } from "@florin/core/card-operations/Cards"
import { AcquirerStatus } from "@florin/core/cards/Acquirer"
import { noReport } from "@florin/core/cards/AcquirerReport"
import type { CardTransaction } from "@florin/core/cards/CardTransaction"
import { AuthenticationAnswer, ThreeDSecureServers } from "@florin/core/three-d-secure/ThreeDSecureServer"
import * as SandboxThreeDSecure from "@florin/sandbox/SandboxThreeDSecure"
import { describeOnStores } from "@florin/storage-postgres/testing/eitherStore"
import * as Documents from "@florin/wire/Documents"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import {
  acquirerWith,
  authorize,
  card,
  charge,
  find,
  morning,
  movements,
  pass,
  pay,
  tokenize,
  world
} from "./internal/world.js"

const flags = { shop: "flags" }
const enrolled = (number: string, more: object = {}) => charge({ credit_card: { ...card, number }, ...more })
const secure = world({ servers: SandboxThreeDSecure.layerOnly })

const documentOf = (transaction: CardTransaction) =>
  Documents.toDocument(transaction, { baseUrl: "https://pay.example" }).transaction as unknown as Readonly<
    Record<string, unknown>
  >

/** What a merchant sees of it. */
const seen = (transaction: CardTransaction) => {
  const { code, status, three_d_secure_verification: verification } = documentOf(transaction)
  const {
    eci = null,
    pa_status = null,
    status: verified = null
  } = (verification ?? {}) as Record<string, string | null>
  return [status, code, verified, pa_status, eci]
}

type Choice = "approve" | "decline" | "cancel"

type Fields = Readonly<Record<string, string>>

/** The form fields with which the customer leaves the issuer's page. */
const leaving = (transaction: CardTransaction, choice: Choice) =>
  Effect.gen(function* () {
    const challenge = transaction.authentication?.challenge
    assert(challenge != null, "there is a challenge")
    const { page } = yield* SandboxThreeDSecure.SandboxThreeDSecure
    const brought =
      challenge.version === 2
        ? { creq: challenge.creq, threeDSSessionData: challenge.sessionData }
        : { PaReq: challenge.paReq, MD: challenge.md }
    const shown = yield* page(brought)
    assert(shown !== undefined, "the issuer knows it")
    return shown.choices[choice]
  })

const returned = (uid: CardTransaction["uid"], fields: Fields) =>
  Effect.flatMap(Cards, (cards) => Effect.map(cards.returned(uid, fields), ({ transaction }) => transaction))

const confirm = (transaction: CardTransaction, choice: Choice) =>
  Effect.flatMap(leaving(transaction, choice), (fields) => returned(transaction.uid, fields))

// Source: D37, the test cards on a shop with 3-D Secure; D16, transStatus and ECI; D6.
describeOnStores("a test card, authorized on a shop with 3-D Secure", () => {
  it.effect.each([
    ["4200000000000000", ["successful", "S.0000", "not_enrolled", null, null]],
    ["4012000000001006", ["successful", "S.0000", "successful", "Y", "05"]],
    ["4012000000001055", ["successful", "S.0000", "successful", "A", "06"]],
    ["4012000000001022", ["failed", "F.4007", "failed", "U", null]],
    ["4012000000001030", ["failed", "F.4001", "failed", "R", null]],
    ["4012000000001014", ["failed", "F.4001", "failed", "N", null]],
    ["5204240000015003", ["successful", "S.0000", "successful", "Y", "02"]],
    ["5204240000015011", ["successful", "S.0000", "successful", "A", "01"]],
    ["5204240000015045", ["failed", "F.4001", "failed", "N", null]],
    ["4012000000003010", ["incomplete", "P.4011", "incomplete", null, null]],
    ["4012001037141112", ["incomplete", "P.4011", "incomplete", null, null]],
    ["4012000000001097", ["incomplete", "P.4012", "incomplete", null, null]],
    ["5204240000015029", ["incomplete", "P.4012", "incomplete", null, null]]
  ] as const)("D37: %s: %j", ([number, expected]) =>
    Effect.gen(function* () {
      yield* morning
      const transaction = yield* authorize(enrolled(number), flags)
      assert.deepStrictEqual(seen(transaction), [...expected])
      assert.strictEqual((yield* movements).length, expected[0] === "successful" ? 1 : 0)
    }).pipe(Effect.provide(secure))
  )

  it.effect.each(["4012000000001097", "4012000000001014", "4012000000003010"])(
    "D37: %s approves on a shop without 3-D Secure",
    (number) =>
      Effect.gen(function* () {
        yield* morning
        assert.strictEqual((yield* authorize(enrolled(number))).status, "successful")
      }).pipe(Effect.provide(secure))
  )

  // Source: D16: mandatory 3-D Secure of a card that does not take part.
  it.effect("Authorization request | force_three_d_secure_verification: refuses a card that is not enrolled", () =>
    Effect.gen(function* () {
      yield* morning
      const forced = enrolled("4200000000000000", { force_three_d_secure_verification: true })
      assert.deepStrictEqual(seen(yield* authorize(forced, flags)), ["failed", "F.4002", "failed", null, null])
      assert.deepStrictEqual(yield* movements, [])
    }).pipe(Effect.provide(secure))
  )
})

// Source: D16; States and transitions, 3-D Secure verification required; both versions.
describeOnStores("a challenge", () => {
  const cards = ["4012000000001097", "4012000000003010"]
  const operations = { authorize, pay, tokenize }

  it.effect.each(
    cards.flatMap((number) =>
      (["authorize", "pay", "tokenize"] as const).flatMap((operation) => [
        { number, operation, choice: "approve" as const, expected: ["successful", "S.0000", "successful", "Y", "05"] },
        { number, operation, choice: "decline" as const, expected: ["failed", "F.4001", "failed", "N", null] },
        { number, operation, choice: "cancel" as const, expected: ["failed", "F.4001", "failed", "N", null] }
      ])
    )
  )(
    "States and transitions | Authorization request, 3-D Secure verification required: $operation of $number, $choice: $expected",
    ({ choice, expected, number, operation }) =>
      Effect.gen(function* () {
        yield* morning
        const first = yield* operations[operation](enrolled(number) as never, flags)
        assert.strictEqual(first.status, "incomplete")
        const last = yield* confirm(first, choice)
        assert.deepStrictEqual(seen(last), expected)
        assert.deepStrictEqual(seen(yield* find(first.uid, "flags")), expected)
        const moved = choice === "approve" && operation !== "tokenize" ? 1 : 0
        assert.strictEqual((yield* movements).length, moved)
      }).pipe(Effect.provide(secure))
  )

  it.effect("D16: a return that is repeated, or comes twice at once, charges once and shows the same result", () =>
    Effect.gen(function* () {
      yield* morning
      const first = yield* authorize(enrolled("4012000000001097"), flags)
      const fields = yield* leaving(first, "approve")
      const both = Effect.all([returned(first.uid, fields), returned(first.uid, fields)], { concurrency: 2 })
      const ends = (yield* both).map(({ status }) => status)
      assert.include(ends, "successful")
      assert.strictEqual((yield* returned(first.uid, fields)).status, "successful")
      assert.strictEqual((yield* returned(first.uid, yield* leaving(first, "decline"))).status, "successful")
      assert.strictEqual((yield* movements).length, 1)
    }).pipe(Effect.provide(secure))
  )

  it.effect("D16: a forged return changes nothing, and the true one still completes the charge", () =>
    Effect.gen(function* () {
      yield* morning
      const first = yield* authorize(enrolled("4012000000001097"), flags)
      const fields = yield* leaving(first, "approve")
      const other = yield* authorize(enrolled("5204240000015029"), flags)
      const ofOther = yield* leaving(other, "approve")
      const session = { threeDSSessionData: fields.threeDSSessionData! }
      const forged: ReadonlyArray<Fields> = [
        {},
        { cres: ofOther.cres! },
        session,
        { ...fields, threeDSSessionData: "guessed" },
        { ...session, cres: "nonsense" },
        { ...session, cres: ofOther.cres! },
        { ...session, cres: Buffer.from('{"choice":"approve"}').toString("base64url") },
        { PaRes: fields.cres!, MD: session.threeDSSessionData }
      ]
      for (const attempt of forged) {
        assert.strictEqual((yield* returned(first.uid, attempt)).status, "incomplete", JSON.stringify(attempt))
      }
      assert.deepStrictEqual(yield* movements, [])
      assert.strictEqual((yield* returned(first.uid, fields)).status, "successful")
      const [movement] = yield* movements
      assert.strictEqual<string | undefined>(movement?.reference, first.uid)
    }).pipe(Effect.provide(secure))
  )

  it.effect.each([
    ["without threeDSSessionData", ({ cres }: Fields) => ({ cres: cres! })],
    [
      "with padding",
      ({ cres, ...more }: Fields) => ({ ...more, cres: Buffer.from(cres!, "base64url").toString("base64") })
    ],
    ["with a line break", ({ cres, ...more }: Fields) => ({ ...more, cres: `${cres}\r\n` })]
  ] as const)("D16: a bank's page that posts the result %s leads to the charge", ([, posted]) =>
    Effect.gen(function* () {
      yield* morning
      const first = yield* authorize(enrolled("4012000000001097"), flags)
      const fields = yield* leaving(first, "approve")
      assert.strictEqual((yield* returned(first.uid, posted(fields))).status, "successful")
    }).pipe(Effect.provide(secure))
  )

  it.effect("D15: a return after 15 minutes finds it expired, and charges nothing", () =>
    Effect.gen(function* () {
      yield* morning
      const first = yield* authorize(enrolled("4012000000001097"), flags)
      const fields = yield* leaving(first, "approve")
      yield* pass("15 minutes")
      assert.strictEqual((yield* returned(first.uid, fields)).status, "expired")
      assert.deepStrictEqual(yield* movements, [])
    }).pipe(Effect.provide(secure))
  )

  it.effect("D16: the method step comes before the challenge, and may make it needless", () =>
    Effect.gen(function* () {
      yield* morning
      const through = (number: string) =>
        Effect.gen(function* () {
          const credit_card = { ...card, number, holder: "METHOD" }
          const first = yield* authorize(charge({ credit_card }), flags)
          const { method_process_url } = documentOf(first).three_d_secure_verification as Record<string, string>
          assert.strictEqual(method_process_url, `https://pay.example/process/${first.uid}/method`)
          return yield* returned(first.uid, { threeDSMethodData: "done" })
        })
      const challenged = yield* through("4012000000001097")
      assert.strictEqual(challenged.status, "incomplete")
      assert.strictEqual((yield* confirm(challenged, "approve")).status, "successful")
      assert.strictEqual((yield* through("5204240000015003")).status, "successful")
    }).pipe(Effect.provide(secure))
  )
})

describeOnStores("a 3-D Secure server", () => {
  const answering = (answer: (key: string, requested: number) => AuthenticationAnswer) => {
    const requested: Array<string> = []
    const server = {
      name: "Scripted",
      simulated: true,
      ask: ({ key }: { readonly key: string }) =>
        Effect.sync(() => {
          requested.push(key)
          return answer(key, requested.length)
        })
    }
    const servers = Layer.succeed(ThreeDSecureServers, [server])
    return { requested, servers, world: world({ servers }) }
  }
  const proof = { transStatus: "Y", eci: null, cavv: "cavv", cavvAlgorithm: null, xid: null, message: null } as const
  const passed = AuthenticationAnswer.Authenticated({ reference: "one", version: 2, proof })

  // Source: D40: nothing is known of a charge whose acquirer may have been asked; here it never was.
  it.effect(
    "D40: whose answer is lost leaves the charge pending, is asked again under the same key, and charges nothing",
    () => {
      const { requested, world } = answering((_, times) => (times === 1 ? AuthenticationAnswer.NoAnswer() : passed))
      return Effect.gen(function* () {
        yield* morning
        const { status, uid } = yield* authorize(enrolled("4012000000001006"), flags)
        assert.strictEqual(status, "pending")
        yield* pass("2 seconds")
        const settled = yield* find(uid, "flags")
        assert.deepStrictEqual([settled.status, settled.reason], ["failed", "acquirer-temporary"])
        assert.deepStrictEqual(requested, [`${uid}:3ds`, `${uid}:3ds`])
        assert.deepStrictEqual(yield* movements, [])
      }).pipe(Effect.provide(world))
    }
  )

  const refusal = AuthenticationAnswer.Refused({
    reference: "one",
    version: 2,
    proof: { ...proof, transStatus: "N", cavv: null }
  })
  const challenge = AuthenticationAnswer.ChallengeNeeded({
    reference: "one",
    challenge: { version: 2, acsUrl: "https://acs.example/", creq: "a", sessionData: "b" }
  })

  // Source: D40: the process that had another answer of the server's was killed after it had sent the charge.
  it.effect.each([
    { says: refusal, booked: undefined, expected: "failed" },
    { says: challenge, booked: undefined, expected: "incomplete" },
    { says: refusal, booked: AcquirerStatus.Approved({ report: noReport }), expected: "successful" },
    { says: challenge, booked: AcquirerStatus.Approved({ report: noReport }), expected: "successful" }
  ])("D40: that says $says._tag when asked again concludes only once nothing can be on its way: $expected", (row) => {
    const { acquirers, servers } = {
      servers: answering((_, times) => (times === 1 ? AuthenticationAnswer.NoAnswer() : row.says)).servers,
      acquirers: acquirerWith(() => ({
        inFlightWindow: Duration.seconds(60),
        status: () =>
          Effect.map(Clock.currentTimeMillis, (now) =>
            row.booked !== undefined && now >= sentBy ? row.booked : AcquirerStatus.NotFound()
          )
      }))
    }
    const sentBy = Date.parse("2026-03-02T09:00:10Z")
    return Effect.gen(function* () {
      yield* morning
      const { status, uid } = yield* authorize(enrolled("4012000000001006"), flags)
      assert.strictEqual(status, "pending")
      yield* pass("9 seconds")
      assert.strictEqual((yield* find(uid, "flags")).status, "pending")
      yield* pass("61 seconds")
      assert.strictEqual((yield* find(uid, "flags")).status, row.expected)
    }).pipe(Effect.provide(world({ servers, acquirers })))
  })

  // Source: D41.
  it.effect.each([
    ["nothing", undefined],
    ["an unknown answer", { _tag: "Perhaps" }],
    ["an authentication that says N", { ...passed, proof: { ...proof, transStatus: "N" } }],
    [
      "an address that runs in the page",
      {
        ...AuthenticationAnswer.ChallengeNeeded({
          reference: "one",
          challenge: { version: 2, acsUrl: "javascript:alert(1)", creq: "a", sessionData: "b" }
        })
      }
    ]
  ] as const)("D41: that answers with %s has given no answer", ([, reply]) => {
    const { world } = answering(() => reply as never)
    return Effect.gen(function* () {
      yield* morning
      assert.strictEqual((yield* authorize(enrolled("4012000000001006"), flags)).status, "pending")
      assert.deepStrictEqual(yield* movements, [])
    }).pipe(Effect.provide(world))
  })

  // The security code is 123. A transaction id of the directory server is a UUID.
  it.effect.each([
    { xid: "42000000-1234-4123-a456-0123456789ab", cavv: "AJkBAhMHQwAAAGZIBhRyhQAAAAA=" },
    { xid: "8a1c2d3e-123a-4f5b-8c6d-7e8f9a0b1c2d", cavv: "AJkB123hMHQwAAAGZIBhRyhQAAA=" },
    { xid: "f25084f0-5b16-4c0a-ae5d-b24808a95e4b", cavv: "AJkBAhMHQwAAAGZIBhRyhQ123AA=" }
  ])("D41: what proves the authentication to the issuer is stored as it was said: $xid, $cavv", (reply) => {
    const { world } = answering(() => ({ ...passed, proof: { ...proof, ...reply, cavvAlgorithm: "2" } }))
    return Effect.gen(function* () {
      yield* morning
      const { authentication, uid } = yield* authorize(enrolled("4012000000001006"), flags)
      const expected = { ...proof, ...reply, cavvAlgorithm: "2", eci: "05" }
      assert.deepStrictEqual(authentication?.proof, expected)
      assert.deepStrictEqual((yield* find(uid, "flags")).authentication?.proof, expected)
    }).pipe(Effect.provide(world))
  })

  it.effect("D41: that dies has given no answer; card numbers are removed from its texts", () => {
    const dying = { name: "Dying", simulated: true, ask: () => Effect.die("broken") }
    const { world: talking } = answering(() =>
      AuthenticationAnswer.Authenticated({
        reference: "one",
        version: 2,
        proof: { ...proof, message: "card 4012 0000 0000 1006 is well" }
      })
    )
    return Effect.gen(function* () {
      yield* morning
      const died = yield* authorize(enrolled("4012000000001006"), flags).pipe(
        Effect.provide(world({ servers: Layer.succeed(ThreeDSecureServers, [dying]) }))
      )
      assert.strictEqual(died.status, "pending")
      const reply = yield* Effect.provide(authorize(enrolled("4012000000001006"), flags), talking)
      assert.strictEqual(reply.authentication?.proof?.message, "card [removed] is well")
    })
  })
})
