import { assert, describe, it } from "@effect/vitest"
import type { Movement } from "@florin/core/money/Movement"
import * as Between from "@florin/crash-tests/Between"
import * as Browser from "@florin/crash-tests/Browser"
import * as Fakes from "@florin/crash-tests/Fakes"
import { inFlightWindow } from "@florin/crash-tests/RemoteAcquirer"
import * as Loopback from "@florin/testing/parties/Loopback"
import * as Random from "@florin/testing/parties/Random"
import * as DateTime from "effect/DateTime"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

const draws = (method: string) => {
  const random = Random.make("between", method)
  return Array.from({ length: 3000 }, () => Between.moody(random, method))
}

describe("what stands between a gateway and a provider", () => {
  it("lets every kind of mishap happen, to questions less often", () => {
    const counted = (method: string) => draws(method).filter(({ way }) => way !== "straight")
    const ways = new Set(counted("POST").map(({ way }) => way))
    const all = ["answer-lost", "cut", "html", "html-after", "html-as-success", "request-lost", "too-many"]
    assert.deepStrictEqual([...ways].sort(), all)
    assert.isBelow(3 * counted("GET").length, counted("POST").length)
  })

  it("delays no request by more than half of the in-flight window", () => {
    const latest = Math.max(...draws("POST").map(({ before }) => before))
    assert.isAtMost(latest, Duration.toMillis(inFlightWindow) / 2)
  })

  it("tells once, twice, late and never", () => {
    const random = Random.make("between", "tellings")
    const all = Array.from({ length: 300 }, () => Between.tellings(random))
    assert.deepStrictEqual([...new Set(all.map(({ length }) => length))].sort(), [0, 1, 2])
    assert.isTrue(all.some(([first = 0]) => first > 500))
  })

  const cases: ReadonlyArray<readonly [Between.Way, status: number | undefined, arrived: number]> = [
    ["straight", 201, 1],
    ["request-lost", undefined, 0],
    ["cut", undefined, 1],
    ["answer-lost", undefined, 1],
    ["html", 502, 0],
    ["html-after", 502, 1],
    ["html-as-success", 200, 1],
    ["too-many", 429, 0]
  ]

  it.scopedLive.each(cases)("%s: answered with %s, and arrived %i times", ([way, expected, arrivals]) =>
    Effect.gen(function* () {
      const bodies: Array<string> = []
      const arrived = yield* Deferred.make<void>()
      const provider = yield* Loopback.serve(({ body, headers, path }) => {
        bodies.push(`${path} ${headers["idempotency-key"]} ${body}`)
        return Effect.as(Deferred.succeed(arrived, undefined), { status: 201, headers: { "x-own": "1" }, text: "done" })
      })
      const url = yield* Between.proxy(provider.url, () => ({ ...Between.straight, way }))
      const requested = Loopback.ask(`${url}/payments`, {
        method: "POST",
        headers: { "idempotency-key": "k" },
        body: "b"
      })
      const status = yield* Effect.match(requested, { onFailure: () => undefined, onSuccess: ({ status }) => status })
      assert.strictEqual(status, expected)
      if (arrivals > 0) yield* Deferred.await(arrived)
      assert.deepStrictEqual(
        bodies,
        Array.from({ length: arrivals }, () => "/payments k b")
      )
    })
  )

  it.scopedLive("tells whichever process takes it, byte for byte, and the provider always hears 200", () =>
    Effect.gen(function* () {
      const taken: Array<string> = []
      const all = yield* Deferred.make<void>()
      const process = yield* Loopback.serve(({ body, headers, path }) => {
        taken.push(`${path} ${headers["x-signature"]} ${body}`)
        return Effect.as(taken.length === 2 ? Deferred.succeed(all, undefined) : Effect.void, { status: 200 })
      })
      const url = yield* Between.relay(Effect.succeed(process.url), "/acquirers/3/notifications", () => [0, 0])
      const reported = yield* Loopback.ask(url, { method: "POST", headers: { "x-signature": "s" }, body: "{ }" })
      assert.strictEqual(reported.status, 200)
      yield* Deferred.await(all)
      assert.deepStrictEqual(
        taken,
        Array.from({ length: 2 }, () => "/acquirers/3/notifications s { }")
      )
    })
  )
})

describe("the browser of a customer", () => {
  const at = "http://127.0.0.1:4000/pay?MD=1"
  it.each([
    [
      `<form method="post" action="/answer"><input type="hidden" name="MD" value="a&#38;b"><button name="decision" value="confirm">Confirm</button> <button name="decision" value="refuse">Refuse</button></form>`,
      { action: "http://127.0.0.1:4000/answer", fields: { MD: "a&b" } }
    ],
    [
      `<form method="post">\n<button name="decision" value="confirm">Yes</button>\n<button name="decision" value="refuse">No</button>\n</form>`,
      { action: at, fields: {} }
    ]
  ])("finds the form of a page: %s", (html, expected) => {
    const buttons = [
      ["decision", "confirm"],
      ["decision", "refuse"]
    ]
    assert.deepStrictEqual(Browser.formIn(html, at), { ...expected, buttons } as never)
  })

  it("finds no form where there is none, and the link that leads away", () => {
    assert.isUndefined(Browser.formIn("<p>There is nothing to confirm.</p>", at))
    assert.isUndefined(Browser.linkIn(`<a href="/process/1">Back</a>`))
    assert.strictEqual(
      Browser.linkIn(`<a class="b" href="https://bank.example/?a=1&amp;b=2">On</a>`),
      "https://bank.example/?a=1&b=2"
    )
  })
})

describe("a movement in the books of a fake", () => {
  const movement = (key: string) =>
    ({ key, kind: "void", amount: 100, currency: "EUR", at: DateTime.unsafeMake(5) }) as unknown as Movement

  it.each([
    ["a", {}],
    ["a:reverse", { parent: "a" }],
    ["a:reverse-2", { parent: "a" }]
  ])("under the key %s is an entry with the parent %j", (key, parent) => {
    const own = { key, kind: "void", amount: 100, currency: "EUR", declined: undefined, excessive: false, at: 5 }
    assert.deepStrictEqual<unknown>(Fakes.entryOf(movement(key)), { ...own, ...parent })
  })
})
