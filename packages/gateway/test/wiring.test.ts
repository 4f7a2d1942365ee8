import * as Wiring from "@florin/gateway/Wiring"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { assert, describe, it } from "vitest"

class First extends Context.Tag("First")<First, { readonly number: number }>() {}
class Second extends Context.Tag("Second")<Second, { readonly number: number }>() {}
class Third extends Context.Tag("Third")<Third, { readonly number: number }>() {}

/** Layers that say when they open and close. */
const world = () => {
  const reply: Array<string> = []
  const opened = (name: string, number: number) =>
    Effect.acquireRelease(
      Effect.sync(() => {
        reply.push(`${name} opens`)
        return { number }
      }),
      () => Effect.sync(() => void reply.push(`${name} closes`))
    )
  return {
    reply,
    first: Layer.scoped(First, opened("first", 1)),
    second: Wiring.made(
      Second,
      Effect.flatMap(First, ({ number }) => opened("second", number + 1))
    ),
    third: Layer.scoped(
      Third,
      Effect.flatMap(Second, ({ number }) => opened("third", number + 1))
    )
  }
}

const numbers = Effect.map(Effect.all([First, Second, Third]), (all) => all.map(({ number }) => number))

describe("services in order", () => {
  it("get what those before them give; all are given, and closed in reverse", async () => {
    const { first, reply, second, third } = world()
    const all: Layer.Layer<First | Second | Third> = Wiring.layerOf(first, second, third)
    assert.deepStrictEqual(await Effect.runPromise(Effect.provide(numbers, all)), [1, 2, 3])
    assert.deepStrictEqual(reply, [
      "first opens",
      "second opens",
      "third opens",
      "third closes",
      "second closes",
      "first closes"
    ])
  })

  it("need what none before them gives", async () => {
    const { first, second, third } = world()
    // @ts-expect-error `First` is given by nobody.
    const none: Layer.Layer<Second | Third> = Wiring.layerOf(second, third)
    const late = Wiring.layerOf(second, first)
    const needing: First extends Layer.Layer.Context<typeof late> ? true : false = true
    assert.isTrue(needing)
    const whole = Layer.provide(none as Layer.Layer<Second | Third, never, First>, first)
    const both = Effect.map(Effect.all([Second, Third]), (all) => all.map(({ number }) => number))
    assert.deepStrictEqual(await Effect.runPromise(Effect.provide(both, whole)), [2, 3])
  })

  it("share a layer that stands in several of them", async () => {
    const { first, reply, second, third } = world()
    const whole = Wiring.layerOf(Wiring.layerOf(first, second), Layer.merge(third, first))
    assert.deepStrictEqual(await Effect.runPromise(Effect.provide(numbers, whole)), [1, 2, 3])
    assert.strictEqual(reply.filter((line) => line === "first opens").length, 1)
  })

  it("fail with the first that fails, and close those before it", async () => {
    const { first, reply, second } = world()
    const failing = Layer.effect(Third, Effect.fail("no third" as const))
    const whole: Layer.Layer<First | Second | Third, "no third"> = Wiring.layerOf(first, failing, second)
    const ended = await Effect.runPromise(Effect.either(Effect.provide(numbers, whole)))
    assert.deepStrictEqual(ended, Either.left("no third"))
    assert.deepStrictEqual(reply, ["first opens", "first closes"])
  })

  it("may be there already, or be nothing", async () => {
    const { reply, second, third } = world()
    const there = Context.make(First, { number: 5 })
    const all: Layer.Layer<First | Second | Third> = Wiring.layerOf(Layer.empty, there, second, Layer.empty, third)
    assert.deepStrictEqual(await Effect.runPromise(Effect.provide(numbers, all)), [5, 6, 7])
    assert.deepStrictEqual(reply.slice(0, 2), ["second opens", "third opens"])
  })

  it("share a layer without being one, and share it with no others", async () => {
    const { first, reply, second, third } = world()
    const whole = Wiring.together(Wiring.together(first, second), Layer.merge(third, first))
    const used = Effect.scoped(Effect.flatMap(whole, (given) => Effect.provide(numbers, given)))
    assert.deepStrictEqual(await Effect.runPromise(Effect.all([used, used])), [
      [1, 2, 3],
      [1, 2, 3]
    ])
    assert.strictEqual(reply.filter((line) => line === "first opens").length, 2)
  })

  it("leave the context of who makes them as it was", async () => {
    const { first, second } = world()
    const after = Effect.zipRight(Wiring.together(first, second), Effect.serviceOption(First))
    assert.isTrue(Option.isNone(await Effect.runPromise(Effect.scoped(after))))
  })
})
