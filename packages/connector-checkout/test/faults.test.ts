import { assert, describe, it } from "@effect/vitest"
import type { Exchange } from "@florin/exchange/Exchange"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/TestClock"
import * as Client from "../src/internal/client.js"
import { asking } from "../src/internal/statuses.js"
import type { Fault } from "../src/Testing.js"
import { aboutOf, card, charged, following, opened, quietly, word } from "./internal/opened.js"

/** What goes wrong with the first request, what is answered, what is true afterwards, and how often it moved. */
const cases: ReadonlyArray<readonly [Fault, answer: string, status: string, moved: number]> = [
  ["request-lost", "NoAnswer", "NotFound", 0],
  ["answer-lost", "NoAnswer", "Approved", 1],
  ["html", "NoAnswer", "NotFound", 0],
  ["html-done", "NoAnswer", "Approved", 1],
  ["error", "NoAnswer", "NotFound", 0],
  ["error-done", "NoAnswer", "Approved", 1],
  ["too-many-requests", "Approved", "Approved", 1],
  ["slow", "Approved", "Approved", 1]
]

describe("A charge whose request meets a fault", () => {
  it.scopedLive.each(cases)(
    "%s is answered %s, is %s when it is asked for, and has moved %s times",
    ([fault, answer, status, moved]) =>
      Effect.gen(function* () {
        const { acquirer, fake } = yield* opened()
        yield* fake.dial(fault)
        const request = yield* charged("payment")
        assert.strictEqual(word(yield* acquirer.perform(request)), answer)
        assert.strictEqual(word(yield* acquirer.status(request.key, aboutOf(request))), status)
        assert.strictEqual(yield* fake.movementsOf(request.key), moved)
      }).pipe(quietly)
  )

  it.scopedLive.each(["request-lost", "html", "error", "too-many-requests"] as const)(
    "%s is not known while questions meet it, too",
    (fault) =>
      Effect.gen(function* () {
        const { acquirer, fake } = yield* opened()
        const request = yield* charged("payment")
        yield* acquirer.perform(request)
        yield* fake.dial(fault, { method: "GET", times: 2 })
        assert.strictEqual((yield* acquirer.status(request.key, aboutOf(request)))._tag, "Unknown")
      }).pipe(quietly)
  )

  it.scopedLive.each([
    ["the vendor's own", { "cko-request-id": "0HL80RJLS76I7" }, "NotFound"],
    ["a proxy's", {}, "Unknown"]
  ] as const)("is found nowhere by %s 404, or is not known", ([, headers, expected]) =>
    Effect.gen(function* () {
      const exchange: Exchange = () =>
        Effect.succeed({
          status: 404,
          headers,
          header: (name) => headers[name as keyof typeof headers],
          bytes: Buffer.from("")
        })
      const request = yield* charged("payment")
      const status = yield* Effect.either(asking(Client.make("Checkout.com", exchange))(request.key, aboutOf(request)))
      assert.strictEqual(Either.isRight(status) ? status.right._tag : "Unknown", expected)
    })
  )

  it.effect.each([
    [undefined, 3],
    ["5", 3],
    ["6", 1]
  ] as const)("that is answered 429 with Retry-After %s is sent %d times", ([pause, sends]) =>
    Effect.gen(function* () {
      let sent = 0
      const exchange: Exchange = () =>
        Effect.sync(() => {
          sent += 1
          const status = sent < 3 ? 429 : 201
          return { status, headers: {}, header: () => (status === 429 ? pause : undefined), bytes: Buffer.from("{}") }
        })
      const post = Client.make("Checkout.com", exchange).post("/payments", "key", "{}", { hasLeft: false })
      const fiber = yield* Effect.fork(post)
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual((yield* Fiber.join(fiber)).status, sends === 1 ? 429 : 201)
      assert.strictEqual(sent, sends)
    })
  )

  it.scopedLive("is not sent where nobody listens", () =>
    Effect.gen(function* () {
      const { acquirer } = yield* opened({ baseUrl: "http://127.0.0.1:1" })
      assert.strictEqual((yield* acquirer.perform(yield* charged("payment")))._tag, "NotSent")
    }).pipe(quietly)
  )

  it.scopedLive("has no answer with a key of another account, and the log says that the key is refused", () =>
    Effect.gen(function* () {
      const { acquirer } = yield* opened({ apiKey: "sk_sbox_of_another" })
      const request = yield* charged("payment")
      assert.strictEqual((yield* acquirer.perform(request))._tag, "NoAnswer")
      assert.strictEqual((yield* acquirer.status(request.key, aboutOf(request)))._tag, "Unknown")
    }).pipe(quietly)
  )
})

describe("A key", () => {
  it.scopedLive("that is in use makes the second request wait for the answer of the first", () =>
    Effect.gen(function* () {
      const { acquirer, fake } = yield* opened()
      const request = yield* charged("payment", { amount: 1000 }, card("SLOW"))
      const [first, second] = yield* Effect.all([acquirer.perform(request), acquirer.perform(request)], {
        concurrency: "unbounded"
      })
      assert.deepStrictEqual(first, second)
      assert.strictEqual(first._tag, "Approved")
      assert.strictEqual(yield* fake.movementsOf(request.key), 1)
    })
  )

  it.scopedLive("keeps a decline, which is a success of the request", () =>
    Effect.gen(function* () {
      const { acquirer, fake } = yield* opened()
      const request = yield* charged("payment", { amount: 1000 }, card("FUNDS"))
      const first = yield* acquirer.perform(request)
      assert.strictEqual(word(first), "Declined funds")
      assert.deepStrictEqual(yield* acquirer.perform(request), first)
      assert.strictEqual(yield* fake.sentPastLife, 0)
    })
  )

  it.scopedLive("D57: keeps no refusal: what was refused is done once it is possible", () =>
    Effect.gen(function* () {
      const { acquirer, fake } = yield* opened()
      yield* fake.hold("all")
      const parent = yield* charged("payment")
      const refund = yield* following("Refund", parent, yield* acquirer.perform(parent), 400)
      assert.strictEqual((yield* acquirer.perform(refund))._tag, "NoAnswer")
      yield* fake.release
      assert.strictEqual((yield* acquirer.perform(refund))._tag, "Accepted")
      assert.strictEqual(yield* fake.sends(refund.key), 2)
    }).pipe(quietly)
  )

  it.scopedLive("of another amount is declined, and the first stands", () =>
    Effect.gen(function* () {
      const { acquirer, fake } = yield* opened()
      const request = yield* charged("payment")
      const first = yield* acquirer.perform(request)
      const other = yield* charged("payment", { amount: 999, key: request.key })
      assert.strictEqual(word(yield* acquirer.perform(other)), "Declined duplicate-at-acquirer")
      assert.deepStrictEqual({ ...(yield* acquirer.status(request.key, aboutOf(request))) }, { ...first } as object)
      assert.strictEqual(yield* fake.movementsOf(request.key), 1)
    }).pipe(quietly)
  )

  it.scopedLive("past its life makes a second payment, which the fake counts and no question hides", () =>
    Effect.gen(function* () {
      const { acquirer, fake } = yield* opened({ fake: { keyLife: 0 } })
      const request = yield* charged("payment")
      yield* acquirer.perform(request)
      yield* acquirer.perform(request)
      assert.strictEqual(yield* fake.sentPastLife, 1)
      assert.strictEqual(yield* fake.movementsOf(request.key), 2)
      assert.strictEqual((yield* acquirer.status(request.key, aboutOf(request)))._tag, "Unknown")
    }).pipe(quietly)
  )

  it.scopedLive("is asked about before an error is sent again, which would do it twice", () =>
    Effect.gen(function* () {
      const { acquirer, fake } = yield* opened()
      assert.strictEqual(acquirer.keeps, "successes")
      const parent = yield* charged("payment")
      const approval = yield* acquirer.perform(parent)
      yield* fake.dial("error-done", { path: "/refunds" })
      const refund = yield* following("Refund", parent, approval, 400)
      assert.strictEqual((yield* acquirer.perform(refund))._tag, "NoAnswer")
      assert.strictEqual((yield* acquirer.perform(refund))._tag, "Approved")
      assert.strictEqual(yield* fake.sends(refund.key), 1)
      assert.strictEqual(yield* fake.movementsOf(refund.key), 1)
    }).pipe(quietly)
  )
})
