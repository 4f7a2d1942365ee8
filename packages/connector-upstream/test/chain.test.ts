import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { quietly } from "./internal/asking.js"
import { between, type Fate } from "./internal/between.js"
import * as OtherGateway from "./internal/otherGateway.js"
import * as OurGateway from "./internal/ourGateway.js"

const { authorize, card, follow, pay, recover, refund } = OurGateway

const shared = OtherGateway.shared()

/** Two Florins in a chain, and the traffic between them. */
const chained = <A, E>(
  fate: (method: string, body: string, nth: number) => Fate,
  test: (movements: Effect.Effect<ReadonlyArray<string>>) => Effect.Effect<A, E, OurGateway.Services>
) =>
  Effect.gen(function* () {
    const other = yield* shared
    const way = yield* between(other.port, fate)
    const before = (yield* other.movements).length
    const movements = Effect.map(other.movements, (all) =>
      all.slice(before).map(({ amount, kind }) => `${kind} ${amount}`)
    )
    const upstream = OtherGateway.upstreamAt(way)
    yield* Effect.provide(test(movements), OurGateway.layer({ upstream, inFlightWindow: 0 }))
  }).pipe(quietly)

const passes = (): Fate => "passes"

describe("A gateway behind a gateway", () => {
  it.scopedLive("holds, captures, voids and refunds what it is told to", () =>
    chained(passes, (movements) =>
      Effect.gen(function* () {
        const hold = yield* authorize()
        const capture = yield* follow("capture", hold, 600)
        const all = [hold, capture, yield* follow("void", hold, 400), yield* refund(capture, 250)]
        assert.deepStrictEqual(
          all.map(({ gatewayId, status }) => `${status} ${gatewayId}`),
          all.map(() => "successful 2")
        )
        assert.match(`${hold.report?.authCode} ${hold.report?.rrn}`, /^\d{6} \d{12}$/)
        assert.deepStrictEqual(yield* movements, ["authorization 1000", "capture 600", "void 400", "refund 250"])
      })
    )
  )

  const declines = [
    { holder: "FUNDS", reason: "funds" },
    { holder: "STOLEN", reason: "fraud-issuer" },
    { holder: "ERROR", reason: "acquirer-temporary" }
  ]
  it.scopedLive.each(declines)("declines for the reason of its acquirer: $reason", ({ holder, reason }) =>
    chained(passes, (movements) =>
      Effect.gen(function* () {
        const declined = yield* pay({ credit_card: { ...card, holder } })
        assert.deepStrictEqual([declined.status, declined.reason], ["failed", reason])
        assert.deepStrictEqual(yield* movements, [])
      })
    )
  )

  // D18: the other gateway reverses its approval, and we get a decline.
  it.scopedLive("rejects a security code's result there", () =>
    chained(passes, () =>
      Effect.gen(function* () {
        const rejected = yield* pay({
          credit_card: { ...card, verification_value: "999" },
          additional_data: { avs_cvc_verification: { cvc_verification: { reject_codes: ["N"] } } }
        })
        assert.deepStrictEqual(
          [rejected.status, rejected.reason, rejected.report?.cvcResult],
          ["failed", "avs-cvc", "N"]
        )
      })
    )
  )

  // Both attempts with one key are lost, either the request or the answer.
  const lost: ReadonlyArray<{
    readonly fate: Fate
    readonly status: string
    readonly moved: ReadonlyArray<string>
  }> = [
    { fate: "is lost", status: "failed", moved: [] },
    { fate: "is done and its answer lost", status: "successful", moved: ["payment 1000"] },
    { fate: "is answered 401", status: "failed", moved: [] },
    { fate: "is done and answered 401", status: "successful", moved: ["payment 1000"] }
  ]
  it.scopedLive.each(lost)("whose every request $fate: pending, and then $status", ({ fate, moved, status }) =>
    chained(
      (method) => (method === "POST" ? fate : "passes"),
      (movements) =>
        Effect.gen(function* () {
          const accepted = yield* pay()
          assert.strictEqual(accepted.status, "pending")
          assert.strictEqual((yield* recover(accepted.uid)).status, status)
          assert.deepStrictEqual(yield* movements, moved)
        })
    )
  )

  // An intermediary, or a gateway whose credentials are being changed.
  it.scopedLive.each(["capture", "refund"] as const)("does a %s whose every answer is 401, and we hear of it", (kind) =>
    chained(
      (method, body) => (method === "POST" && body.includes(`;${kind} `) ? "is done and answered 401" : "passes"),
      (movements) =>
        Effect.gen(function* () {
          const child = kind === "capture" ? follow(kind, yield* authorize(), 600) : refund(yield* pay(), 600)
          const accepted = yield* child
          assert.strictEqual(accepted.status, "pending")
          assert.strictEqual((yield* recover(accepted.uid)).status, "successful")
          assert.strictEqual((yield* movements).at(-1), `${kind} 600`)
        })
    )
  )

  it.scopedLive("that loses the first answer moves the money once", () =>
    chained(
      (method, _, nth) => (method === "POST" && nth === 1 ? "is done and its answer lost" : "passes"),
      (movements) =>
        Effect.gen(function* () {
          const paid = yield* pay()
          const back = yield* refund(paid, 1000)
          assert.deepStrictEqual([paid.status, back.status], ["successful", "successful"])
          assert.deepStrictEqual(yield* movements, ["payment 1000", "refund 1000"])
        })
    )
  )

  it.scopedLive("that is unreachable was not asked, and charges nothing when it comes back", () =>
    Effect.gen(function* () {
      let isUp = false
      yield* chained(
        () => (isUp ? "passes" : "is lost"),
        (movements) =>
          Effect.gen(function* () {
            const accepted = yield* pay()
            assert.strictEqual((yield* recover(accepted.uid)).status, "pending")
            isUp = true
            assert.strictEqual((yield* recover(accepted.uid)).status, "failed")
            assert.deepStrictEqual(yield* movements, [])
          })
      )
    })
  )
})
