/** Who may use the operators' routes. Source: D2, D42. */
import { assert, describe, it } from "@effect/vitest"
import { Operators } from "@florin/core/operator/OperatorDirectory"
import { Unauthorized } from "@florin/core/shops/Shop"
import * as Api from "@florin/http-adapter/Api"
import { defaults } from "@florin/http-adapter/HttpSettings"
import * as RequestObserver from "@florin/http-adapter/RequestObserver"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Admission from "../src/internal/transport/admission.js"
import * as Staffed from "./internal/staffed.js"
import { secrets } from "./memory.js"
import { basic } from "./server.js"

const encode = (text: string | Uint8Array) => Buffer.from(text).toString("base64")
const { anna, boris } = Staffed.operatorKeys
const right = encode(`anna:${anna}`)
const realm = 'Basic realm="Florin operators"'

const everything = { operators: true, sandbox: true, acquirers: true }
const routes = Api.routes(Api.contract(everything)).map(({ method, name, path }) => ({
  method,
  name,
  path: path.replace(/:\w+/g, "0190b6a0-0000-7000-8000-000000000000")
}))
const ofOperators = routes.filter(({ path }) => path.startsWith("/operator/"))

describe("operators", () => {
  it.scopedLive.each([
    ["right ones", `Basic ${right}`, 200],
    ["colons in the key", basic("boris", boris), 200],
    ["a shop's", basic("shop", secrets.shop!), 401],
    ["a shop's id and an operator's key", basic("shop", anna), 401],
    ["an operator's id and a shop's secret", basic("anna", secrets.shop!), 401],
    ["another operator's key", basic("anna", boris), 401],
    ["a key that is one letter short", basic("anna", anna.slice(0, -1)), 401],
    ["an unknown operator", basic("nobody", anna), 401],
    ["a name of every object", basic("constructor", anna), 401],
    ["the id in other letters", basic("Anna", anna), 401],
    ["none", "", 401],
    ["another scheme", `Bearer ${right}`, 401],
    ["two values", `Basic ${right}, Basic ${right}`, 401],
    ["what is not base64", "Basic %%%%", 401],
    ["no key", `Basic ${encode("anna:")}`, 401],
    ["no id", `Basic ${encode(`:${anna}`)}`, 401],
    ["a NUL", `Basic ${encode(`anna:${anna}\u0000`)}`, 401]
  ] as const)("are known by their credentials, with %s (D2)", ([, authorization, status]) =>
    Effect.gen(function* () {
      const { ask } = yield* Staffed.start()
      const answer = yield* ask("/operator/proofs", { headers: { authorization } })
      assert.strictEqual(answer.status, status)
      assert.strictEqual(answer.headers["www-authenticate"], status === 401 ? realm : undefined)
      assert.strictEqual(answer.text, status === 401 ? '{"message":"Unauthorized"}' : '{"proofs":[]}')
    })
  )

  it.scopedLive("are no shop, and no shop is an operator, on any route (D2)", () =>
    Effect.gen(function* () {
      const { as } = yield* Staffed.start()
      const [shop, operator] = [as(basic("shop", secrets.shop!)), as(basic("anna", anna))]
      assert.strictEqual(ofOperators.length, 26)
      for (const { method, name, path } of routes) {
        const stranger = yield* as("")(path, { method, body: "{}" })
        const isOpen = stranger.headers["www-authenticate"] === undefined
        const isOfOperators = path.startsWith("/operator/")
        const wrong = yield* (isOfOperators ? shop : operator)(path, { method, body: "{}" })
        if (isOpen) assert.isFalse(isOfOperators, name)
        else assert.deepStrictEqual([wrong.status, wrong.text], [stranger.status, stranger.text], name)
        assert.strictEqual(wrong.headers["www-authenticate"] === realm, isOfOperators, name)
      }
    })
  )

  it.scopedLive("have no routes where there are none: their paths are like any unknown one", () =>
    Effect.gen(function* () {
      const { anna, ask } = yield* Staffed.start({ operators: Layer.empty })
      const unknown = yield* ask("/nowhere")
      for (const { method, path } of ofOperators) {
        const answer = yield* anna(path, { method, body: "{}" })
        assert.deepStrictEqual([answer.status, answer.text], [404, unknown.text], path)
      }
      assert.notInclude((yield* ask("/openapi.json")).text, "/operator/")
    })
  )

  it.scopedLive("keep their place under a new key, and lose it with the old one at once (D2)", () =>
    Effect.gen(function* () {
      let known = "the-first-key-0123456789abcdef-0123"
      const authenticate = (id: string, key: Redacted.Redacted<string>) =>
        Effect.suspend(() => (Redacted.value(key) === known ? Effect.succeed(id) : new Unauthorized()))
      const { as } = yield* Staffed.start({ operators: Layer.succeed(Operators, { authenticate }) })
      const [first, second] = ["the-first-key-0123456789abcdef-0123", "the-second-key-0123456789abcdef-012"] as const
      const statuses = Effect.forEach([first, second], (key) =>
        Effect.map(as(basic("anna", key))("/operator/proofs"), ({ status }) => status)
      )
      assert.deepStrictEqual(yield* statuses, [200, 401])
      known = second
      assert.deepStrictEqual(yield* statuses, [401, 200])
    })
  )

  it.scopedLive("are told to an observer by their id, in the place of a shop", () =>
    Effect.gen(function* () {
      const received: Array<ReadonlyArray<unknown>> = []
      const more = RequestObserver.layer(({ operator, route, shop, status }) =>
        received.push([operator, shop, route, status])
      )
      const { anna, as, shop } = yield* Staffed.start({ more })
      yield* anna("/operator/doubts")
      yield* as(basic("anna", "wrong"))("/operator/doubts")
      yield* shop("/plans")
      assert.deepStrictEqual(received, [
        ["anna", undefined, "/operator/doubts", 200],
        [undefined, undefined, "/operator/doubts", 401],
        [undefined, "shop", "/plans", 200]
      ])
    })
  )
})

describe("an operator's place", () => {
  /** Requests of these ids hang while they are authenticated. */
  const hanging = (...ids: ReadonlyArray<string>) =>
    Effect.map(Deferred.make<void>(), (gate) => {
      const authenticate = (id: string) =>
        ids.includes(id) ? Effect.zipRight(Deferred.await(gate), new Unauthorized()) : Effect.succeed(id)
      return { gate, operators: Layer.succeed(Operators, { authenticate }) }
    })

  const settled = Effect.sleep("100 millis")

  it.scopedLive("is not taken by strangers, once the operator was known (D42)", () =>
    Effect.gen(function* () {
      const { gate, operators } = yield* hanging("stranger")
      const { as } = yield* Staffed.start({ operators, settings: { visitors: 1 } })
      const [known, late, stranger] = [as(basic("known", "k")), as(basic("late", "k")), as(basic("stranger", "k"))]
      assert.strictEqual((yield* known("/operator/proofs")).status, 200)
      const waiting = yield* Effect.fork(stranger("/operator/proofs"))
      yield* settled
      assert.strictEqual((yield* late("/operator/proofs")).status, 429)
      assert.strictEqual((yield* known("/operator/proofs")).status, 200)
      yield* Deferred.succeed(gate, undefined)
      assert.strictEqual((yield* Fiber.join(waiting)).status, 401)
    })
  )

  it("is none of a shop's, nor a shop's one of an operator's (D42)", () => {
    const { ticket } = Admission.make({ ...defaults, inFlight: 1, arriving: 1, visitors: 1, operators: 1 })
    const enter = (how: "arrive" | "work" | "operate", id: string) => ticket()[how](id) ?? "in"
    assert.deepStrictEqual([enter("work", "shop"), enter("work", "other")], ["in", "full"])
    assert.deepStrictEqual([enter("operate", "anna"), enter("operate", "boris")], ["in", "full"])
    assert.strictEqual(enter("arrive", "shop"), "in")
  })

  it.scopedLive("is one of few: an operator who holds half of them gets no more (D42)", () =>
    Effect.gen(function* () {
      const { anna, boris } = { anna: basic("anna", "k"), boris: basic("boris", "k") }
      const gate = yield* Deferred.make<void>()
      let isHanging = false
      const authenticate = (id: string) =>
        Effect.suspend(() => (isHanging && id === "anna" ? Effect.as(Deferred.await(gate), id) : Effect.succeed(id)))
      const operators = Layer.succeed(Operators, { authenticate })
      const { as } = yield* Staffed.start({ operators, settings: { operators: 2 } })
      const list = (who: string) => Effect.map(as(who)("/operator/proofs"), ({ status }) => status)
      assert.deepStrictEqual([yield* list(anna), yield* list(boris)], [200, 200])
      isHanging = true
      const first = yield* Effect.fork(list(anna))
      yield* settled
      assert.strictEqual(yield* list(anna), 429)
      assert.strictEqual(yield* list(boris), 200)
      yield* Deferred.succeed(gate, undefined)
      assert.strictEqual(yield* Fiber.join(first), 200)
    })
  )
})
