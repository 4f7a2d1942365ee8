import { createServer } from "node:http"
import { createServer as createTcpServer } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { about, child, newKey } from "@florin/testing/acquirers/AcquirerRequests"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import { connected, outcome, payment, quietly, soon, word } from "./internal/asking.js"
import {
  answers,
  approves,
  both,
  claims,
  didAnother,
  does,
  doesAndAnswers,
  drips,
  first,
  hangs,
  hintsEarly,
  isBehind,
  isCorrected,
  isForgetful,
  neverEnds,
  raw,
  refuses,
  resets,
  resetsWithin,
  stopsWithin
} from "./internal/behaviours.js"
import { listening } from "./internal/between.js"
import { type Behaviour, closedPort, hostile } from "./internal/hostile.js"

/** Our answer and the later status; how often the other side executed the operation, and received it. */
type Row = readonly [fault: string, answer: string, status: string, did: number, reported: number, post: Behaviour]

const incomplete = { status: "incomplete", payment: { status: "incomplete" } }

const no = "NoAnswer"
const yes = "Approved"
const never = "NotFound"
const unsure = "Unknown"
const later = { "retry-after": "9999" }

const slow: ReadonlyArray<Row> = [
  ["hangs before it did anything", no, never, 0, 1, hangs],
  ["hangs after it did it", no, yes, 1, 1, both(does, hangs)],
  ["stops within the answer", no, yes, 1, 1, both(does, stopsWithin)],
  ["drips", no, yes, 1, 1, both(does, drips)],
  ["works on it without an end", no, yes, 1, 1, both(does, answers(409, "", later))]
]

const switching = "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n"

// The same RequestID makes a repetition safe (D13).
const broken: ReadonlyArray<Row> = [
  ["resets before it did anything", no, never, 0, 2, resets],
  ["resets once before it did anything", yes, yes, 1, 2, first(resets, approves)],
  ["resets once after it did it", yes, yes, 1, 2, first(both(does, resets), approves)],
  ["resets every time after it did it", no, yes, 1, 2, both(does, resets)],
  ["resets, then refuses our key", no, never, 0, 2, first(resets, answers(401))],
  ["changes the protocol", no, yes, 1, 2, both(does, raw(switching))],
  ["answers 10 MB", no, yes, 1, 2, doesAndAnswers(200, " ".repeat(10_000_000))],
  ["does it and resets, then refuses our key", no, yes, 1, 2, first(both(does, resets), answers(401))],
  ["does it and resets, then has too many", no, yes, 1, 2, first(both(does, resets), answers(429))],
  ["resets within the answer", no, yes, 1, 2, both(does, resetsWithin)],
  ["answers what is no HTTP", no, yes, 1, 2, both(does, raw("garbage\r\n\r\n"))],
  ["answers a head without an end", no, yes, 1, 2, both(does, raw(`HTTP/1.1 200 OK\r\nx: ${"a".repeat(20_000)}`))],
  ["answers half a head", no, yes, 1, 2, both(does, raw("HTTP/1.1 200 O"))],
  ["never ends the answer", no, yes, 1, 2, both(does, neverEnds)]
]

const documents: ReadonlyArray<Row> = [
  ["answers nothing", no, yes, 1, 1, doesAndAnswers(200)],
  ["answers broken JSON", no, yes, 1, 1, doesAndAnswers(200, '{"transaction":')],
  ["answers what is nested without an end", no, yes, 1, 1, doesAndAnswers(200, "[".repeat(500_000))],
  ["answers null", no, yes, 1, 1, doesAndAnswers(200, "null")],
  ["answers null for a document", no, yes, 1, 1, doesAndAnswers(200, { transaction: null })],
  ["answers HTML", no, yes, 1, 1, doesAndAnswers(200, "<p>Welcome</p>")],
  ["answers another document", no, yes, 1, 1, doesAndAnswers(200, { status: "ok" })],
  ["did it for more", no, unsure, 1, 1, claims({ amount: 1001 })],
  ["did it for less", no, unsure, 1, 1, claims({ amount: 999 })],
  ["did it in another currency", no, unsure, 1, 1, claims({ currency: "USD" })],
  ["did something else", no, unsure, 1, 1, claims({ type: "refund", refund: { status: "successful" } })],
  ["answers for another request", no, never, 1, 1, claims({ tracking_id: "1;payment 1000 EUR" })],
  ["names no uid", no, unsure, 1, 1, claims({ uid: undefined })],
  ["names a uid that is none", no, unsure, 1, 1, claims({ uid: "../authorizations" })],
  ["names an amount in words", no, unsure, 1, 1, claims({ amount: "1000" })],
  ["names no amount", no, unsure, 1, 1, claims({ amount: undefined })],
  ["names no currency", no, unsure, 1, 1, claims({ currency: null })],
  ["names no status", no, unsure, 1, 1, claims({ status: undefined })],
  ["did it after something else", no, unsure, 1, 1, claims({ type: "refund", parent_uid: "uid-of-another" })],
  ["does not say for whom", no, never, 1, 1, claims({ tracking_id: null })],
  ["is of two minds", no, unsure, 1, 1, claims({ payment: { status: "failed" } })],
  ["says nothing of the payment", no, unsure, 1, 1, claims({ payment: undefined })],
  ["has a status we do not know", no, unsure, 1, 1, claims({ status: "settled" })],
  ["wants 3-D Secure nowhere", no, unsure, 1, 1, claims(incomplete)],
  ["wants it at no address", no, unsure, 1, 1, claims({ ...incomplete, redirect_url: "javascript:alert(1)" })],
  ["does not know either", no, unsure, 1, 1, claims({ status: "pending", payment: { status: "pending" } })]
]

// Any status may be sent after the request was processed.
const statuses: ReadonlyArray<Row> = [400, 401, 403, 404, 405, 408, 413, 415, 429, 500, 502, 503, 504].flatMap(
  (status): ReadonlyArray<Row> => [
    [`answers ${status} before it did anything`, no, never, 0, 1, answers(status, "", later)],
    [`answers ${status} after it did it`, no, yes, 1, 1, doesAndAnswers(status)]
  ]
)

const others: ReadonlyArray<Row> = [
  ["is not who finds the request bad", no, yes, 1, 1, doesAndAnswers(400, "<h1>Bad Request</h1>")],
  ["has created something", no, yes, 1, 1, doesAndAnswers(201)],
  ["has accepted something", no, yes, 1, 1, doesAndAnswers(202)],
  ["speaks of no content", no, yes, 1, 1, doesAndAnswers(204)],
  ["hints early", yes, yes, 1, 1, both(hintsEarly, approves)]
]

// D4: field errors mean not processed, but an earlier request may have been, so the key is queried.
const refusals: ReadonlyArray<Row> = [
  ["refuses the request", "Declined not-allowed", never, 0, 1, refuses({ amount: ["is invalid"] })],
  ["refuses the card's year", "Declined card-expired", never, 0, 1, refuses({ credit_card: { exp_year: [] } })],
  ["refuses what it did before", yes, yes, 1, 1, both(does, refuses({ amount: ["can't be greater than 0"] }))],
  ["resets, then refuses", "Declined not-allowed", never, 0, 2, first(resets, refuses({ amount: ["is invalid"] }))],
  ["finds a duplicate of another one", no, never, 0, 1, refuses({ base: ["Duplicate transaction"] })],
  ["finds a duplicate of this one", yes, yes, 1, 1, both(does, refuses({ base: ["Duplicate transaction"] }))],
  ["got it broken", no, never, 0, 1, refuses({ base: ["Request body is not valid JSON"] })],
  ["refuses it and its sending", no, never, 0, 1, refuses({ amount: ["is invalid"], base: ["is broken"] })],
  ["refuses nothing in particular", no, never, 0, 1, refuses({})],
  ["refuses what no field is", no, never, 0, 1, refuses({ "4200000000000000": ["is invalid"] })],
  ["refuses without errors", no, never, 0, 1, answers(400, { response: { message: "Duplicate transaction." } })],
  ["refuses as transfers are refused", no, never, 0, 1, answers(422, { message: "Invalid", errors: { amount: [] } })]
]

const invalid = { message: "Amount is invalid.", errors: { amount: ["is invalid"] } }

// D13.
const keys: ReadonlyArray<Row> = [
  ["still works on it", yes, yes, 1, 2, first(answers(409), approves)],
  ["still works on it, then refuses our key", no, never, 0, 2, first(answers(409), answers(403))],
  ["did it before, told with another text", yes, yes, 1, 1, doesAndAnswers(422)],
  ["answers as it did while it did not know", yes, yes, 1, 1, isBehind],
  ["answers as it did before it was corrected", yes, yes, 1, 1, isCorrected],
  ["answers again what nothing is found of", no, never, 0, 1, isForgetful],
  [
    "has the key for another request",
    "Declined duplicate-at-acquirer",
    yes,
    1,
    1,
    didAnother(422, { message: "Used" })
  ],
  ["answers with another request under the key", no, yes, 1, 1, didAnother(200)],
  ["refuses it and has another under the key", no, yes, 1, 1, didAnother(400, { response: invalid })],
  ["has the key without a transaction", no, never, 0, 1, answers(422)]
]

// Concurrent, because most of them wait for a limit or a pause.
describe.concurrent("When the other gateway", () => {
  const check = (limit?: typeof soon) =>
    Effect.fnUntraced(function* ([, ...row]: Row) {
      const post = row[4]
      const { answer, did, status, reported } = yield* outcome(limit === undefined ? { post } : { post, limit })
      assert.deepStrictEqual([answer, status, did, reported], row.slice(0, 4))
    }, quietly)

  const title = "%s: %s, then %s; done %d times, told %d times"
  it.scopedLive.each(slow)(title, check(soon))
  it.scopedLive.each([...broken, ...documents, ...statuses, ...others, ...refusals, ...keys])(title, check())

  const redirects = [301, 302, 303, 307, 308]
  it.scopedLive.each(redirects)("redirects with %i, which is not followed with a card number", (status) =>
    Effect.gen(function* () {
      const elsewhere = yield* hostile(approves)
      const location = `http://127.0.0.1:${elsewhere.port}/transactions/payments`
      const { answer } = yield* outcome({ post: answers(status, "", { location }) })
      assert.deepStrictEqual([answer, elsewhere.received.length], ["NoAnswer", 0])
    }).pipe(quietly)
  )
})

describe.concurrent("A connection that is never made", () => {
  const silent = listening(createTcpServer())
  const plain = listening(createServer())
  const untrusted = Effect.map(hostile(approves, undefined, { tls: true }), ({ port }) => port)
  const cases = [
    { name: "no server listens", port: closedPort, scheme: "http" },
    { name: "TLS is not spoken there", port: plain, scheme: "https" },
    { name: "TLS is never finished", port: silent, scheme: "https" },
    { name: "the certificate is not trusted", port: untrusted, scheme: "https" }
  ]
  it.scopedLive.each(cases)("is a request that was not sent: $name", ({ port, scheme }) =>
    Effect.gen(function* () {
      const acquirer = yield* connected(yield* port, { connectLimit: "1 second" }, scheme)
      const request = yield* payment
      const reply = [word(yield* acquirer.perform(request)), word(yield* acquirer.status(request.key, about))]
      assert.deepStrictEqual(reply, ["NotSent", "Unknown"])
    }).pipe(quietly)
  )

  it.scopedLive("is not tried again: nothing was sent, and a customer waits", () =>
    Effect.gen(function* () {
      let connections = 0
      const port = yield* listening(
        createTcpServer((socket) => {
          connections += 1
          socket.destroy()
        })
      )
      const acquirer = yield* connected(port, {}, "https")
      assert.deepStrictEqual([word(yield* acquirer.perform(yield* payment)), connections], ["NotSent", 1])
    }).pipe(quietly)
  )

  it.scopedLive("is one for which there was none free: it was not sent, and will not be", () =>
    Effect.gen(function* () {
      const key = yield* newKey
      const parent = {
        uid: "theirs",
        type: "authorization",
        status: "successful",
        amount: 1000,
        currency: "EUR",
        tracking_id: `${key};authorization 1000 EUR`
      }
      const isRequested = yield* Deferred.make<() => void>()
      const holdsBack: Behaviour = ({ answer }) =>
        Deferred.unsafeDone(
          isRequested,
          Effect.succeed(() => answer(200, { transactions: [parent] }))
        )
      const none = answers(200, { transactions: [] })
      // The first query is for the capture's own key.
      const { port, posts } = yield* hostile(hangs, first(none, holdsBack, none))
      const acquirer = yield* connected(port, { callLimit: "3 seconds", connections: 1 })

      const [sent, waiting] = [yield* payment, yield* child("Capture", key, { amount: 400 })]
      const second = yield* Effect.fork(acquirer.perform(waiting))
      const answerParent = yield* Deferred.await(isRequested)
      const holder = yield* Effect.fork(acquirer.perform(sent))
      // By then it waits for the connection, ahead of the other call, and times out after it.
      yield* Effect.sleep("50 millis")
      answerParent()
      assert.deepStrictEqual([word(yield* holder), word(yield* second)], ["NoAnswer", "NotSent"])
      // The connection is free now, but a cancelled call must not start.
      yield* acquirer.status(waiting.key, about)
      assert.deepStrictEqual(
        posts().map(({ headers }) => headers.requestid),
        [sent.key]
      )
    }).pipe(quietly)
  )
})

describe.concurrent("A connection that was kept", () => {
  it.scopedLive("is used again", () =>
    Effect.gen(function* () {
      const ports = new Set<number | undefined>()
      const { port } = yield* hostile(both(({ socket }) => void ports.add(socket.remotePort), approves))
      const acquirer = yield* connected(port, { connections: 1 })
      for (const _ of [1, 2, 3]) yield* acquirer.perform(yield* payment)
      assert.strictEqual(ports.size, 1)
    })
  )

  it.scopedLive("may be closed there just as we send: it is sent once more, and done once", () =>
    Effect.gen(function* () {
      let closing = false
      const { effects, port, posts } = yield* hostile((visit) => {
        if (closing) visit.socket.destroy()
        else approves(visit)
        closing = visit.nth === 1
      })
      const acquirer = yield* connected(port)
      for (const _ of [1, 2]) assert.strictEqual((yield* acquirer.perform(yield* payment))._tag, "Approved")
      const [, second, third] = posts()
      assert.deepStrictEqual([effects.length, posts().length], [2, 3])
      assert.deepStrictEqual([third?.headers.requestid, third?.body], [second?.headers.requestid, second?.body])
    })
  )
})

describe.concurrent("An answer that was not asked for", () => {
  it.scopedLive("is not taken for that of the next request on the connection", () =>
    Effect.gen(function* () {
      const twice: Behaviour = ({ done, socket }) => {
        const text = JSON.stringify({ transaction: done() })
        socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${text.length}\r\n\r\n${text}`.repeat(2))
      }
      const { effects, port } = yield* hostile(first(twice, hangs, approves))
      const acquirer = yield* connected(port, { connections: 1, callLimit: soon })
      const reply = yield* Effect.replicateEffect(Effect.flatMap(payment, acquirer.perform), 3)
      assert.deepStrictEqual([reply.map(word), effects.length], [["Approved", "NoAnswer", "Approved"], 2])
    }).pipe(quietly)
  )
})

describe.concurrent("Asked what became of a key, the other gateway", () => {
  const cases: ReadonlyArray<{ readonly name: string; readonly get: Behaviour; readonly expected: string }> = [
    { name: "has none", get: answers(200, { transactions: [] }), expected: "NotFound" },
    {
      name: "has those of others",
      get: answers(200, { transactions: [{ tracking_id: "1" }, {}, null] }),
      expected: "NotFound"
    },
    { name: "has no list", get: answers(200, { transaction: null }), expected: "Unknown" },
    { name: "has no JSON", get: answers(200, "[]]"), expected: "Unknown" },
    { name: "has no record", get: answers(404, { response: { message: "Record not found" } }), expected: "Unknown" },
    { name: "refuses our key", get: answers(401), expected: "Unknown" },
    { name: "fails", get: answers(500), expected: "Unknown" },
    { name: "resets", get: resets, expected: "Unknown" }
  ]
  it.scopedLive.each(cases)("$name: $expected", ({ expected, get }) =>
    Effect.gen(function* () {
      const { port } = yield* hostile(approves, get)
      const { status } = yield* connected(port)
      assert.strictEqual(word(yield* status(yield* newKey, about)), expected)
    }).pipe(quietly)
  )

  it.scopedLive("hangs: unknown, after the limit of a call", () =>
    Effect.gen(function* () {
      const { port } = yield* hostile(approves, hangs)
      const { status } = yield* connected(port, { callLimit: soon })
      assert.strictEqual(word(yield* status(yield* newKey, about)), "Unknown")
    }).pipe(quietly)
  )
})
