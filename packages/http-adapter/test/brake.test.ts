// The brake against trying cards: whom it knows, and when somebody waits or is refused. The rules: core/test/brake.
import { assert, describe, it } from "@effect/vitest"
import { leastUidAt, type TransactionUid } from "@florin/core/ids/Ids"
import type { TransactionStatus } from "@florin/core/transaction-base/TransactionBase"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/TestClock"
import { defaults } from "../src/HttpSettings.js"
import * as BrakedGuests from "../src/internal/routes/brakedGuests.js"
import * as Brake from "../src/internal/transport/brake.js"
import { isInside, networkOf, originOf } from "../src/internal/transport/network.js"
import type { StatusOf } from "../src/internal/transport/tallies.js"

const from = (peer: string | undefined, forwarded?: string) => ({
  peer,
  header: (name: string) => (name === "x-forwarded-for" ? forwarded : undefined)
})

describe("where a request comes from", () => {
  it.each([
    { given: "203.0.113.7", expected: "203.0.113.7" },
    { given: " 203.0.113.7:4711 ", expected: "203.0.113.7" },
    { given: "::ffff:203.0.113.7", expected: "203.0.113.7" },
    { given: "2001:db8:1:2:3:4:5:6", expected: "2001:db8:1:2::/64" },
    { given: "2001:DB8:0001:2::9", expected: "2001:db8:1:2::/64" },
    { given: "[2001:db8::1]:443", expected: "2001:db8:0:0::/64" },
    { given: "fe80::1%eth0", expected: "fe80:0:0:0::/64" },
    { given: "::1", expected: "0:0:0:0::/64" },
    { given: "unknown", expected: undefined },
    { given: "203.0.113.256", expected: undefined },
    { given: "", expected: undefined },
    { given: undefined, expected: undefined }
  ])("D47: '$given' is of the network $expected", ({ expected, given }) => {
    assert.strictEqual(networkOf(given), expected)
  })

  it.each([
    { proxies: 0, forwarded: "198.51.100.1", expected: "203.0.113.7" },
    { proxies: 1, forwarded: "192.0.2.1, 198.51.100.1", expected: "198.51.100.1" },
    { proxies: 2, forwarded: "192.0.2.9, 192.0.2.1, 198.51.100.1", expected: "192.0.2.1" },
    { proxies: 2, forwarded: "198.51.100.1", expected: "203.0.113.7" },
    { proxies: 1, forwarded: "nobody", expected: "203.0.113.7" },
    { proxies: 1, forwarded: undefined, expected: "203.0.113.7" }
  ])("D47: behind $proxies proxies, '$forwarded' is read as $expected", ({ expected, forwarded, proxies }) => {
    assert.strictEqual(originOf(from("203.0.113.7", forwarded), proxies), expected)
  })

  it.each([
    { address: "127.0.0.1", inside: true },
    { address: "::1", inside: true },
    { address: "10.1.2.3", inside: true },
    { address: "172.15.0.1", inside: false },
    { address: "172.16.0.1", inside: true },
    { address: "172.31.0.1", inside: true },
    { address: "172.32.0.1", inside: false },
    { address: "192.168.0.1", inside: true },
    { address: "fd00::1", inside: true },
    { address: "2001:db8::1", inside: false },
    { address: "203.0.113.7", inside: false }
  ])("D47: $address is of an inner network: $inside", ({ address, inside }) => {
    assert.strictEqual(isInside(networkOf(address)!), inside)
  })
})

const nothingKnown: StatusOf = () => Effect.succeed(undefined)

/**
 * A brake with its usual limits, on the clock of the test, all that it let through, and what became of it. A try begins
 * with a transaction of the status; undefined: nothing was sent.
 */
const braking = (limits = {}) =>
  Effect.map(Effect.clock, (clock: Clock.Clock) => {
    const passed: Array<string> = []
    const statuses = new Map<TransactionUid, TransactionStatus>()
    const lookedUp: Array<TransactionUid> = []
    const statusOf: StatusOf = (uid) =>
      Effect.sync(() => {
        lookedUp.push(uid)
        return statuses.get(uid)
      })
    const brake = Brake.of({ ...defaults.brake, ...limits }, () => clock.unsafeCurrentTimeMillis(), statusOf, clock)
    const attempt = (address: string | undefined, status: TransactionStatus | undefined, page = "one") => {
      const uid = leastUidAt(passed.length)
      return brake.attempt(
        { incoming: from(address) as never },
        {
          page,
          work: Effect.sync(() => {
            passed.push(address ?? "nowhere")
            if (status !== undefined) statuses.set(uid, status)
          }),
          triedBy: () => Effect.succeed(status && { uid, status })
        }
      )
    }
    /** What became of all that are open. */
    const allBecome = (status: TransactionStatus) =>
      Effect.sync(() => {
        for (const uid of statuses.keys()) statuses.set(uid, status)
      })
    return { attempt, allBecome, passed, lookedUp }
  })

const numbers = Array.from({ length: 1000 }, (_, index) => index)

describe("the brake", () => {
  it.effect.each([
    { what: "an address", addressOf: () => "203.0.113.7", most: 20 },
    { what: "a network of IPv6", addressOf: (index: number) => `2001:db8::${index.toString(16)}`, most: 20 },
    { what: "as many addresses", addressOf: (index: number) => `198.51.${index >> 8}.${index & 255}`, most: 300 },
    { what: "nowhere", addressOf: () => undefined, most: 150 }
  ])("D47: lets at most $most of 1,000 numbers through at once that come from $what, on one page", (given) =>
    Effect.gen(function* () {
      const { attempt, passed } = yield* braking()
      const all = Effect.forEach(numbers, (index) => attempt(given.addressOf(index), "failed"), {
        concurrency: "unbounded"
      })
      const fiber = yield* Effect.fork(all)
      yield* TestClock.adjust("20 seconds")
      const answers = yield* Fiber.join(fiber)
      assert.strictEqual(passed.length, given.most)
      const braked = answers.filter((one) => one instanceof Brake.Braked)
      assert.strictEqual(braked.length, 1000 - given.most)
      for (const { retryAfter } of braked) assert.isAtLeast(retryAfter, 1)
    })
  )

  it.effect("D47: lets 30 numbers through that come one after the other and fail, and then one in two minutes", () =>
    Effect.gen(function* () {
      const { attempt, passed } = yield* braking({ triesPerPage: 1000 })
      let waited = 0
      for (const _ of numbers.slice(0, 200)) {
        const before = yield* Clock.currentTimeMillis
        const fiber = yield* Effect.fork(attempt("203.0.113.7", "failed"))
        yield* TestClock.adjust("10 seconds")
        yield* Fiber.join(fiber)
        waited += (yield* Clock.currentTimeMillis) - before
      }
      const refilled = Math.floor((waited * 30) / 3_600_000)
      assert.strictEqual(waited, 2_000_000)
      assert.isAtMost(passed.length, 30 + refilled)
      assert.isAtLeast(passed.length, 30)
    })
  )

  it.effect("D47: lets those through who pay, however many share an address", () =>
    Effect.gen(function* () {
      const { attempt, passed } = yield* braking()
      for (const index of numbers) {
        yield* attempt("203.0.113.7", index % 3 === 0 ? "failed" : index % 3 === 1 ? "successful" : undefined)
      }
      assert.lengthOf(passed, 1000)
    })
  )

  it.effect("D42, D47: lets others on a page where one address has used up its share, and on other pages", () =>
    Effect.gen(function* () {
      const { attempt, passed } = yield* braking({ triesPerAddress: 1000, triesPerPage: 10 })
      for (const _ of numbers.slice(0, 10)) yield* attempt("203.0.113.7", "failed")
      assert.lengthOf(passed, 5)
      assert.instanceOf(yield* attempt("203.0.113.7", "failed"), Brake.Braked)
      yield* attempt("198.51.100.1", "failed")
      yield* attempt("203.0.113.7", "failed", "another")
      assert.lengthOf(passed, 7)
    })
  )

  it.effect("D47: does not count what is refused before it is sent", () =>
    Effect.gen(function* () {
      const { attempt, passed } = yield* braking({ triesPerAddress: 2 })
      const brake = Brake.of({ ...defaults.brake, triesPerAddress: 2 }, () => 0, nothingKnown)
      const refused = { page: "one", work: Effect.fail("refused"), triedBy: () => Effect.die("it tried nothing") }
      for (const _ of numbers) yield* Effect.flip(brake.attempt({ incoming: from("203.0.113.7") as never }, refused))
      yield* attempt("203.0.113.7", "failed")
      assert.lengthOf(passed, 1)
    })
  )
})

// Whoever is at the bank has tried a card. Source: D47.
describe("a customer at the bank", () => {
  const open = ["incomplete", "pending"] as const

  it.effect.each(open)(
    "D47: keeps a place while the transaction is %s: of 1,000 numbers no more than 150 are tried",
    (status) =>
      Effect.gen(function* () {
        const { attempt, passed } = yield* braking()
        for (const _ of numbers) yield* attempt(undefined, status)
        assert.lengthOf(passed, 150)
      })
  )

  const launches = [
    { what: "1,000 customers, each at an address", addresses: 1000, status: "incomplete", most: 1000 },
    { what: "1,000 customers, two at an address", addresses: 500, status: "incomplete", most: 1000 },
    { what: "more addresses than any launch", addresses: 2000, status: "incomplete", most: 1197 },
    { what: "20 addresses that leave every card", addresses: 20, status: "incomplete", most: 315 },
    { what: "1,000 addresses whose outcome is unknown", addresses: 1000, status: "pending", most: 300 }
  ] as const

  it.effect.each(launches)("D47: is let through with at most $most others on one page: $what", (given) =>
    Effect.gen(function* () {
      const { attempt, passed } = yield* braking({ triesPerAddress: 1000 })
      for (let index = 0; index < Math.max(1000, given.addresses); index++) {
        const one = index % given.addresses
        yield* attempt(`198.51.${one >> 8}.${one & 255}`, given.status)
      }
      assert.isAtMost(passed.length, given.most)
      if (given.most >= 1000) assert.lengthOf(passed, given.most)
    })
  )

  it.effect.each([
    { became: "failed", braked: true },
    { became: "successful", braked: false }
  ] as const)(
    "D47: is looked up before the part runs out: all 400 are $became, the next is refused: $braked",
    (given) =>
      Effect.gen(function* () {
        const { allBecome, attempt, passed } = yield* braking()
        for (const index of numbers.slice(0, 400)) yield* attempt(`198.51.${index >> 8}.${index & 255}`, "incomplete")
        assert.lengthOf(passed, 400)
        yield* allBecome(given.became)
        yield* TestClock.adjust("5 seconds")
        // Each looks up a hundred at most.
        for (const _ of numbers.slice(0, 4)) yield* attempt("203.0.113.7", undefined)
        assert.strictEqual((yield* attempt("203.0.113.7", undefined)) instanceof Brake.Braked, given.braked)
      })
  )

  it.effect("D47: is not in the way of those who follow, once the payment has succeeded, wherever that was", () =>
    Effect.gen(function* () {
      const { allBecome, attempt, lookedUp, passed } = yield* braking({ triesPerPage: 4 })
      for (const _ of numbers) {
        yield* attempt("203.0.113.7", "incomplete")
        yield* allBecome("successful")
      }
      assert.lengthOf(passed, 1000)
      assert.isAtMost(lookedUp.length, 1000)
    })
  )

  it.effect.each(["failed", "expired"] as const)(
    "D47: has tried a card that counts, once the payment is %s",
    (status) =>
      Effect.gen(function* () {
        const { allBecome, attempt, passed } = yield* braking({ triesPerPage: 8 })
        for (const _ of numbers) {
          yield* attempt(undefined, "incomplete")
          yield* allBecome(status)
        }
        assert.lengthOf(passed, 4)
        yield* TestClock.adjust("8 minutes")
        yield* attempt(undefined, "incomplete")
        assert.lengthOf(passed, 5)
      })
  )

  it.effect("D47: is forgotten an hour after a try that failed, though nobody has looked it up before", () =>
    Effect.gen(function* () {
      const { allBecome, attempt, passed } = yield* braking({ triesPerPage: 8 })
      for (const _ of numbers.slice(0, 4)) yield* attempt(undefined, "incomplete")
      yield* allBecome("expired")
      yield* TestClock.adjust("1 hour")
      for (const _ of numbers) yield* attempt(undefined, "failed")
      assert.lengthOf(passed, 8)
    })
  )

  it.effect("D47: is looked up every five seconds at most, however often others are refused", () =>
    Effect.gen(function* () {
      const { attempt, lookedUp } = yield* braking({ triesPerPage: 8 })
      for (const _ of numbers) yield* attempt(undefined, "incomplete")
      assert.lengthOf(lookedUp, 4)
      yield* TestClock.adjust("5 seconds")
      for (const _ of numbers) yield* attempt(undefined, "incomplete")
      assert.lengthOf(lookedUp, 8)
    })
  )

  it.effect("D47: tries one card, however often the same transaction is answered", () =>
    Effect.gen(function* () {
      const brake = Brake.of({ ...defaults.brake, triesPerPage: 8 }, () => 0, nothingKnown)
      const uid = leastUidAt(1)
      const again = {
        ...{ page: "one", work: Effect.void },
        triedBy: () => Effect.succeed({ uid, status: "incomplete" as const })
      }
      for (const _ of numbers) {
        assert.isUndefined(yield* brake.attempt({ incoming: from("203.0.113.7") as never }, again))
      }
    })
  )
})

// Source: D51.
describe("a guest with a form of its own", () => {
  const answers = (status: string) => (index: number) => ({
    status: 200,
    body: JSON.stringify({ response: { uid: leastUidAt(index), status } })
  })
  const cases = [
    { what: "that is declined", id: "payCheckoutByApp", isGuest: true, reply: answers("failed"), passed: 4 },
    { what: "whose outcome is unknown", id: "payCheckoutByApp", isGuest: true, reply: answers("pending"), passed: 4 },
    {
      what: "that leaves for its bank",
      id: "payCheckoutByApp",
      isGuest: true,
      reply: answers("incomplete"),
      passed: 5
    },
    { what: "that pays", id: "payCheckoutByApp", isGuest: true, reply: answers("successful"), passed: 9 },
    {
      what: "that is refused",
      id: "payCheckoutByApp",
      isGuest: true,
      reply: () => ({ status: 422, body: "{}" }),
      passed: 9
    },
    {
      what: "that repeats itself under a key",
      ...{ id: "payCheckoutByApp", isGuest: true, passed: 9 },
      reply: (index: number) => ({ ...answers("failed")(index), headers: { "Idempotency-Replayed": "true" } })
    },
    { what: "that is the shop itself", id: "payCheckoutByApp", isGuest: false, reply: answers("failed"), passed: 9 },
    { what: "that asks for something else", id: "findCheckout", isGuest: true, reply: answers("failed"), passed: 9 }
  ]

  it.effect.each(cases)("D47: $what is let through $passed times of 9", ({ id, isGuest, passed, reply }) =>
    Effect.gen(function* () {
      const brake = Brake.of({ ...defaults.brake, triesPerAddress: 100, triesPerPage: 8 }, () => 0, nothingKnown)
      const braked = yield* Effect.provideService(BrakedGuests.make, Brake.Brake, brake)
      const visit = { incoming: from("203.0.113.7"), isGuest, shop: { id: "shop" } } as never
      const { work } = braked(id, { enter: (route) => route as never, work: (_, done) => done() })
      const ends = yield* Effect.forEach(numbers.slice(0, 9), (index) =>
        Effect.either(work(visit, () => Effect.succeed(reply(index))))
      )
      assert.lengthOf(ends.filter(Either.isRight), passed)
      for (const end of ends.filter(Either.isLeft)) {
        assert.isTrue(end.left._tag === "Refused" && end.left.reply.status === 429)
      }
    })
  )
})
