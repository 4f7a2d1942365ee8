/** Who gets a place when there are few. Source: D4, D42. */
import { connect } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { ShopDirectory } from "@florin/core/shops/Shop"
import { HttpAdapter } from "@florin/http-adapter/HttpAdapter"
import { Readiness } from "@florin/http-adapter/Readiness"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { open, shared } from "../src/internal/admission.js"
import * as Memory from "./memory.js"
import { basic, credentials, payment, start } from "./server.js"

const pay = "/transactions/payments"
const one = { method: "POST", body: payment() }
const other = { ...one, headers: { authorization: basic("other", Memory.secrets.other!) } }
const wrong = { ...one, headers: { authorization: basic("shop", "wrong") } }

describe("places", () => {
  const filled = (limit: number, ...shops: ReadonlyArray<string>) => {
    const room = shared(limit)
    const got = new Map(shops.map((shop) => [shop, 0]))
    // In turns, until no shop gets another one.
    for (let before = -1, after = 0; before !== after; ) {
      before = after
      for (const shop of shops) {
        if (!room.enter(shop)) continue
        got.set(shop, got.get(shop)! + 1)
        after++
      }
    }
    return { room, got: [...got.values()] }
  }

  it.each([
    { limit: 1, shops: ["a"], got: [1] },
    { limit: 2, shops: ["a"], got: [1] },
    { limit: 3, shops: ["a"], got: [2] },
    { limit: 1000, shops: ["a"], got: [500] },
    { limit: 1000, shops: ["a", "b"], got: [334, 333] },
    { limit: 1000, shops: ["a", "b", "c"], got: [250, 250, 250] }
  ])("D42 | of $limit, shops $shops that fill them get $got", ({ got, limit, shops }) => {
    assert.deepStrictEqual(filled(limit, ...shops).got, got)
  })

  it("D42 | a shop that comes late gets some of what is left", () => {
    const { room } = filled(1000, "a")
    let got = 0
    while (room.enter("b")) got++
    assert.strictEqual(got, 250)
    assert.isTrue(room.enter("c"))
  })

  it("D42 | what is given back can be taken again, and no more", () => {
    const { room } = filled(4, "a")
    room.leave("a")
    assert.deepStrictEqual([room.enter("a"), room.enter("a")], [true, false])
    for (const shop of ["a", "a"]) room.leave(shop)
    assert.deepStrictEqual([room.enter("a"), room.enter("a"), room.enter("a")], [true, true, false])
  })

  it("that belong to no shop are as many as there are", () => {
    const room = open(2)
    assert.deepStrictEqual([room.enter("a"), room.enter("b"), room.enter("c")], [true, true, false])
    room.leave("a")
    assert.deepStrictEqual([room.enter("c"), room.enter("c")], [true, false])
  })
})

/** A store in which payments of `shop` hang, and how to let them go on. */
const hanging = Effect.gen(function* () {
  const store = Memory.memory()
  const goOn = yield* Deferred.make<void>()
  store.interludeOf = (shop) => (shop === "shop" ? Deferred.await(goOn) : Effect.void)
  return { store, goOn }
})

/** Waits in real time until something holds. */
const until = (holds: () => boolean): Effect.Effect<void> =>
  Effect.repeat(Effect.sleep("5 millis"), { until: () => holds() })

describe("a shop whose requests hang", () => {
  it.scopedLive("D42 | fills its share and is told to come back; those of another shop all go through", () =>
    Effect.gen(function* () {
      const { goOn, store } = yield* hanging
      const { ask } = yield* start(store, { settings: { inFlight: 20 } })
      const asked = yield* Effect.forEach(Array(30).fill(one), (it) => Effect.fork(ask(pay, it)))
      yield* until(() => store.ran === 10)
      const more = yield* ask(pay, one)
      assert.deepStrictEqual([more.status, more.headers["retry-after"]], [429, "1"])
      const others = yield* Effect.forEach(Array(40).fill(other), (it) => ask(pay, it), { concurrency: 5 })
      assert.deepStrictEqual([...new Set(others.map(({ status }) => status))], [200])
      yield* Deferred.succeed(goOn, undefined)
      const statuses = (yield* Effect.forEach(asked, Fiber.join)).map(({ status }) => status)
      assert.deepStrictEqual(
        [statuses.filter((_) => _ === 200).length, statuses.filter((_) => _ === 429).length],
        [10, 20]
      )
      assert.strictEqual((yield* ask(pay, one)).status, 200)
    })
  )

  it.scopedLive("D42 | whose clients send their bodies slowly fills its share of those; another shop's arrive", () =>
    Effect.gen(function* () {
      const { ask, port } = yield* start(Memory.memory(), { settings: { arriving: 4 } })
      const head = `POST ${pay} HTTP/1.1\r\nhost: x\r\nauthorization: ${credentials}\r\ncontent-type: application/json\r\ncontent-length: 60\r\n\r\n{`
      const slow = () =>
        connect(port, "127.0.0.1", function (this: { write: (text: string) => void }) {
          this.write(head)
        })
      const sockets = [slow(), slow()]
      yield* Effect.addFinalizer(() => Effect.forEach(sockets, (socket) => Effect.sync(() => socket.destroy())))
      yield* Effect.sleep("100 millis")
      assert.strictEqual((yield* ask(pay, one)).status, 429)
      assert.strictEqual((yield* ask(pay, other)).status, 200)
    })
  )
})

describe("a request that no shop stands behind", () => {
  it.scopedLive("has a place of its own, and none of those of shops", () =>
    Effect.gen(function* () {
      const [asked, goOn] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const slow = Effect.zipRight(Deferred.succeed(asked, undefined), Effect.as(Deferred.await(goOn), true))
      const more = Layer.succeed(Readiness, slow)
      const { ask } = yield* start(Memory.memory(), { settings: { visitors: 1 }, more })
      const first = yield* Effect.fork(ask("/health/ready"))
      yield* Deferred.await(asked)
      const second = yield* ask("/docs")
      assert.deepStrictEqual([second.status, second.headers["retry-after"]], [429, "1"])
      assert.deepStrictEqual([(yield* ask("/health/live")).status, (yield* ask(pay, one)).status], [200, 200])
      // Being busy is no reason to be taken out of service.
      const third = yield* Effect.fork(ask("/health/ready"))
      yield* Deferred.succeed(goOn, undefined)
      assert.deepStrictEqual([(yield* Fiber.join(first)).status, (yield* Fiber.join(third)).status], [200, 200])
      assert.strictEqual((yield* ask("/docs")).status, 200)
    })
  )
})

describe("a request that a host interrupts", () => {
  it.scopedLive("gives its place back", () =>
    Effect.gen(function* () {
      const { store } = yield* hanging
      const { ask, context } = yield* start(store, { settings: { inFlight: 1 } })
      const headers: Record<string, string> = { authorization: credentials, "content-type": "application/json" }
      const incoming = {
        method: "POST",
        path: pay,
        target: pay,
        query: "",
        header: (name: string) => headers[name],
        body: () => Effect.succeed(Buffer.from(payment()))
      }
      const adapter = Context.get(context, HttpAdapter)
      const asked = yield* Effect.fork(adapter.respond(incoming))
      yield* until(() => store.ran === 1)
      assert.strictEqual((yield* ask(pay, other)).status, 429)
      yield* Fiber.interrupt(asked)
      assert.strictEqual((yield* ask(pay, other)).status, 200)
      assert.strictEqual(yield* adapter.drain("1 second"), 0)
    })
  )
})

describe("a stranger", () => {
  /** A directory whose look-ups for wrong secrets hang. */
  const patient = (goOn: Deferred.Deferred<void>, hung: { count: number }) =>
    Layer.function(ShopDirectory, ShopDirectory, (directory) => ({
      ...directory,
      authenticate: (id, secret) =>
        Effect.catchAll(directory.authenticate(id, secret), (error) => {
          hung.count++
          return Effect.zipRight(Deferred.await(goOn), Effect.fail(error))
        })
    }))

  it.scopedLive("D42 | with a shop's id and wrong secrets takes no place of that shop, however many they are", () =>
    Effect.gen(function* () {
      const [goOn, hung] = [yield* Deferred.make<void>(), { count: 0 }]
      const settings = { visitors: 5, inFlight: 2, arriving: 2 }
      const { ask } = yield* start(Memory.memory(), { settings, around: patient(goOn, hung) })
      assert.strictEqual((yield* ask(pay, one)).status, 200)
      const strangers = yield* Effect.forEach(Array(5).fill(wrong), (it) => Effect.fork(ask(pay, it)))
      yield* until(() => hung.count === 5)
      // The strangers' room is full: the sixth is turned away, and so is a shop that was never seen.
      assert.deepStrictEqual([(yield* ask(pay, wrong)).status, (yield* ask(pay, other)).status], [429, 429])
      // One whose credentials were right before does not wait among them.
      assert.strictEqual((yield* ask(pay, one)).status, 200)
      // Nor do they keep customers from their pages.
      assert.strictEqual((yield* ask("/docs")).status, 200)
      yield* Deferred.succeed(goOn, undefined)
      assert.deepStrictEqual(
        (yield* Effect.forEach(strangers, Fiber.join)).map(({ status }) => status),
        Array(5).fill(401)
      )
      assert.strictEqual((yield* ask(pay, other)).status, 200)
    })
  )

  it.scopedLive("D2 | who was no stranger before is one as soon as the secret has changed", () =>
    Effect.gen(function* () {
      const store = Memory.memory()
      const { ask } = yield* start(store)
      assert.strictEqual((yield* ask(pay, one)).status, 200)
      store.secrets.shop = "another secret"
      assert.strictEqual((yield* ask(pay, one)).status, 401)
      const renewed = { ...one, headers: { authorization: basic("shop", "another secret") } }
      assert.strictEqual((yield* ask(pay, renewed)).status, 200)
    })
  )
})
