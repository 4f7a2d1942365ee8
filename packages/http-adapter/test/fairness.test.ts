/** Who gets a place when there are few. Source: D4, D42. */
import { connect } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { ShopDirectory } from "@florin/core/shops/Shop"
import { HttpAdapter } from "@florin/http-adapter/HttpAdapter"
import { defaults } from "@florin/http-adapter/HttpSettings"
import { Readiness } from "@florin/http-adapter/Readiness"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Admission from "../src/internal/transport/admission.js"
import { open, shared } from "../src/internal/transport/admission.js"
import { known } from "./internal/transferMemory.js"
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

  it("D42 | several that one request takes are shared like as many of one each", () => {
    const room = shared(100)
    assert.deepStrictEqual([room.enter("a", 40), room.enter("a", 20), room.enter("a", 10)], [true, false, true])
    assert.deepStrictEqual([room.enter("b", 26), room.enter("b", 25), room.enter("c", 12)], [false, true, true])
    for (const places of [40, 10]) room.leave("a", places)
    room.leave("b", 25)
    assert.deepStrictEqual([room.enter("a", 45), room.enter("a", 44)], [false, true])
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
      const requested = yield* Effect.forEach(Array(30).fill(one), (it) => Effect.fork(ask(pay, it)))
      yield* until(() => store.ran === 10)
      const more = yield* ask(pay, one)
      assert.deepStrictEqual([more.status, more.headers["retry-after"]], [429, "1"])
      const others = yield* Effect.forEach(Array(40).fill(other), (it) => ask(pay, it), { concurrency: 5 })
      assert.deepStrictEqual([...new Set(others.map(({ status }) => status))], [200])
      yield* Deferred.succeed(goOn, undefined)
      const statuses = (yield* Effect.forEach(requested, Fiber.join)).map(({ status }) => status)
      assert.deepStrictEqual(
        [statuses.filter((_) => _ === 200).length, statuses.filter((_) => _ === 429).length],
        [10, 20]
      )
      assert.strictEqual((yield* ask(pay, one)).status, 200)
    })
  )

  it.scopedLive.each([
    { by: "its public key", path: "/ctp/api/checkouts", isForm: false },
    { by: "the widget", path: "/widget/hpp.html", isForm: true }
  ])("D42, D45 | has no place for those who order by $by, either", ({ isForm, path }) =>
    Effect.gen(function* () {
      const { goOn, store } = yield* hanging
      const { ask } = yield* start(store, { settings: { inFlight: 20 } })
      const checkout = { transaction_type: "payment", order: { amount: 1, currency: "EUR", description: "One" } }
      const form = new URLSearchParams({ public_key: Memory.publicKey, checkout: JSON.stringify(checkout) })
      const ordered = isForm
        ? { body: form.toString(), headers: { "content-type": "application/x-www-form-urlencoded" } }
        : { body: JSON.stringify({ checkout }), headers: { authorization: Memory.publicKey } }
      const order = Effect.map(ask(path, { method: "POST", ...ordered }), ({ status }) => status)
      assert.include([201, 303], yield* order)
      const requested = yield* Effect.forEach(Array(10).fill(one), (it) => Effect.fork(ask(pay, it)))
      yield* until(() => store.ran === 10)
      assert.strictEqual(yield* order, 429)
      yield* Deferred.succeed(goOn, undefined)
      yield* Effect.forEach(requested, Fiber.join)
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

describe("the long bodies of a shop", () => {
  const proofOf = (uid: string) => `/beyag/transactions/${uid}/proof`
  const megabyte = 1024 * 1024
  const headOf = (path: string, authorization: string, size: number | "chunked") =>
    [
      ...[`POST ${path} HTTP/1.1`, "host: x", `authorization: ${authorization}`, "content-type: application/json"],
      ...[size === "chunked" ? "transfer-encoding: chunked" : `content-length: ${size}`, "", ""]
    ].join("\r\n")

  /** Sends the head and all but the last byte, and goes on; the answer, if there is one before the last byte. */
  const begun = (port: number, head: string, sent = 0) =>
    Effect.acquireRelease(
      Effect.sync(() => {
        const arriving = { answer: "" }
        const socket = connect(port, "127.0.0.1", () => void socket.write(head + "{".repeat(sent)))
        socket.on("data", (chunk) => {
          arriving.answer += chunk.toString("latin1")
        })
        socket.on("error", () => undefined)
        return { arriving, socket }
      }),
      ({ socket }) => Effect.sync(() => socket.destroy())
    )

  it.scopedLive(
    "D42 | that are arriving take bytes of its share: one more is told to come back, another shop's is read",
    () =>
      Effect.gen(function* () {
        const { ask, port } = yield* start(Memory.memory(), { settings: { longBodies: 8 * megabyte } })
        const path = proofOf(known)
        const asks = (authorization: string) =>
          ask(path, { method: "POST", body: "x".repeat(megabyte), headers: { authorization } })
        // One byte short of what they announce, and one that does not say how long it is.
        const first = yield* begun(port, headOf(path, credentials, 4 * megabyte), 4 * megabyte - 1)
        const others = basic("other", Memory.secrets.other!)
        yield* Effect.repeat(
          Effect.flatMap(Effect.sleep("5 millis"), () => asks(credentials)),
          {
            until: ({ status }) => status === 429
          }
        )
        assert.strictEqual((yield* asks(others)).status, 413)
        assert.strictEqual((yield* ask(pay, one)).status, 200)
        first.socket.destroy()
        const back = yield* Effect.repeat(
          Effect.flatMap(Effect.sleep("5 millis"), () => asks(credentials)),
          {
            until: ({ status }) => status !== 429
          }
        )
        assert.strictEqual(back.status, 413)
      })
  )

  it.scopedLive.each([
    { size: "chunked", share: "of the longest body" },
    { size: 9 * megabyte, share: "none, since it is too long" },
    { size: 64 * 1024, share: "none, since it is short" }
  ] as const)("D42 | of which $size bytes were announced takes a share $share", ({ size }) =>
    Effect.gen(function* () {
      const { port } = yield* start(Memory.memory(), { settings: { longBodies: 4 * megabyte } })
      const { arriving } = yield* begun(port, headOf(proofOf(known), credentials, size), size === 65_536 ? size : 0)
      yield* until(() => /\r\n\r\n/.test(arriving.answer))
      const status = size === "chunked" ? 429 : size === 65_536 ? 400 : 413
      assert.match(arriving.answer, new RegExp(`^HTTP/1.1 ${status} `))
    })
  )

  it.scopedLive("D29 | about a payment that does not exist are not received", () =>
    Effect.gen(function* () {
      const { port } = yield* start(Memory.memory(), { settings: { longBodies: 1 } })
      const path = proofOf("0190b6a0-0000-7000-8000-000000000000")
      const { arriving } = yield* begun(port, headOf(path, credentials, 7 * megabyte))
      yield* until(() => arriving.answer.endsWith("}"))
      assert.match(arriving.answer, /^HTTP\/1.1 404 .*connection: close.*\{"message":"Not found."\}$/is)
    })
  )
})

describe("a form that anyone may send", () => {
  const form = { authorization: "", "content-type": "application/x-www-form-urlencoded" }

  it.scopedLive.each([
    { fields: 200, status: 303 },
    { fields: 201, status: 400 }
  ])("D42 | with $fields fields is answered $status, for an unknown transaction 404", ({ fields, status }) =>
    Effect.gen(function* () {
      const { ask } = yield* start(Memory.memory())
      const { transaction } = JSON.parse((yield* ask(pay, one)).text)
      const body = Array(fields).fill("cres=1").join("&")
      const sent = (uid: string) => ask(`/process/${uid}/return`, { method: "POST", body, headers: form })
      assert.strictEqual((yield* sent(transaction.uid)).status, status)
      assert.strictEqual((yield* sent("0190b6a0-0000-7000-8000-000000000000")).status, 404)
    })
  )

  it.scopedLive("D42 | and is long waits in one line with other long work, and is answered", () =>
    Effect.gen(function* () {
      const { ask } = yield* start(Memory.memory())
      const { transaction } = JSON.parse((yield* ask(pay, one)).text)
      const body = `cres=${"%41".repeat(20_000)}`
      const path = `/process/${transaction.uid}/return`
      const answers = yield* Effect.forEach(
        Array(5).fill(path),
        (it) => ask(it, { method: "POST", body, headers: form }),
        {
          concurrency: 5
        }
      )
      assert.deepStrictEqual(
        answers.map(({ status }) => status),
        Array(5).fill(303)
      )
    })
  )
})

describe("long work", () => {
  it.effect("D42 | of many requests is done one step after another: never two of them in one turn", () =>
    Effect.gen(function* () {
      const { ticket } = Admission.make(defaults)
      const order: Array<string> = []
      const steps = (name: string) =>
        function* () {
          for (const step of [1, 2, 3]) {
            order.push(`${name}${step}`)
            yield
          }
        }
      yield* Effect.forEach(["a", "b", "c"], (name) => ticket().alone(steps(name)), { concurrency: "unbounded" })
      assert.deepStrictEqual(order, ["a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3"])
    })
  )

  it.effect("D42 | that is interrupted cleans up, and the next one's turn comes", () =>
    Effect.gen(function* () {
      const { ticket } = Admission.make(defaults)
      let isClean = false
      const endless = function* () {
        try {
          while (true) yield
        } finally {
          isClean = true
        }
      }
      const working = yield* Effect.fork(ticket().alone(endless))
      yield* Effect.yieldNow()
      yield* Fiber.interrupt(working)
      assert.isTrue(isClean)
      const next = function* () {
        return "done"
      }
      assert.strictEqual(yield* ticket().alone(next), "done")
    })
  )
})

describe("a request that no shop stands behind", () => {
  it.scopedLive("has a place of its own, and none of those of shops", () =>
    Effect.gen(function* () {
      const [requested, goOn] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const slow = Effect.zipRight(Deferred.succeed(requested, undefined), Effect.as(Deferred.await(goOn), true))
      const more = Layer.succeed(Readiness, slow)
      const { ask } = yield* start(Memory.memory(), { settings: { visitors: 1 }, more })
      const first = yield* Effect.fork(ask("/health/ready"))
      yield* Deferred.await(requested)
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
      const requested = yield* Effect.fork(adapter.respond(incoming))
      yield* until(() => store.ran === 1)
      assert.strictEqual((yield* ask(pay, other)).status, 429)
      yield* Fiber.interrupt(requested)
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
