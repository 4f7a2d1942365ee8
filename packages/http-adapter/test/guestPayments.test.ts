// The brake before payments by apps: whom it stops. The brake itself: brake.test.ts.
import { assert, it } from "@effect/vitest"
import { leastUidAt } from "@florin/core/ids/Ids"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/TestClock"
import { defaults } from "../src/HttpSettings.js"
import * as BrakedGuests from "../src/internal/routes/brakedGuests.js"
import * as Brake from "../src/internal/transport/brake.js"
import type { Reply } from "../src/internal/transport/exchange.js"
import type { StatusOf } from "../src/internal/transport/tallies.js"

const answered =
  (status: string) =>
  (index: number): Reply => ({ status: 200, body: JSON.stringify({ response: { uid: leastUidAt(index), status } }) })

const refused = (): Reply => ({ status: 422, body: "{}" })

const unknown: StatusOf = () => Effect.succeed(undefined)

const incoming = { peer: "203.0.113.7", header: () => undefined }

const tries = 100

it.effect.each([
  { who: "a guest whose cards are declined", isGuest: true, reply: answered("failed"), passes: [1, 40] },
  { who: "a guest whose attempts have no outcome", isGuest: true, reply: answered("pending"), passes: [1, 40] },
  { who: "a guest who is refused before anything is tried", isGuest: true, reply: refused, passes: [tries, tries] },
  { who: "a guest who pays", isGuest: true, reply: answered("successful"), passes: [tries, tries] },
  { who: "the shop, whatever becomes of it", isGuest: false, reply: answered("failed"), passes: [tries, tries] }
])("D47, D51: lets through $who: from and to $passes.0 of 100, each for an order of its own", (given) =>
  Effect.gen(function* () {
    const clock = yield* Effect.clock
    const brake = Brake.of(defaults.brake, () => clock.unsafeCurrentTimeMillis(), unknown, clock)
    const braked = yield* Effect.provideService(BrakedGuests.make, Brake.Brake, brake)
    const { work } = braked("payCheckoutByApp", {
      enter: () => () => Effect.die("no route"),
      work: (_, done) => done()
    })
    let passed = 0
    const paying = Effect.sync(() => given.reply(passed++))
    const statuses = new Set<number>()
    for (let index = 0; index < tries; index++) {
      const visit = { incoming, isGuest: given.isGuest, shop: { id: "shop" } } as never
      const one = yield* Effect.fork(
        Effect.catchTag(
          work(visit, () => paying),
          "Refused",
          ({ reply }) => Effect.succeed(reply)
        )
      )
      yield* TestClock.adjust("10 seconds")
      const reply = yield* Fiber.join(one)
      statuses.add(reply.status)
      if (reply.status === 429) assert.match(reply.headers?.["Retry-After"] as string, /^[1-9]/)
    }
    const [least = 0, most = 0] = given.passes
    assert.isAtLeast(passed, least)
    assert.isAtMost(passed, most)
    assert.strictEqual(statuses.has(429), passed < tries)
  })
)
