import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import * as Suite from "../src/vault/KeyProviderSuite.js"

type Provider = Suite.KeyProviderUnderTest["provider"]

const key = (byte: number) => Redacted.make(new Uint8Array(32).fill(byte))

const ringOf = (names: number, changes: Partial<Suite.Ring> = {}): Suite.Ring => ({
  current: `k${names}`,
  keys: new Map(Array.from({ length: names }, (_, index) => [`k${index + 1}`, key(index + 1)])),
  stamp: key(200),
  ...changes
})

/** The source that a provider reads, and the ring that it holds. */
interface State {
  names: number
  isLost: boolean
  held: Suite.Ring
}

const loaded = (state: State, next: (names: number) => Suite.Ring = ringOf): Effect.Effect<void, string> =>
  Effect.suspend(() => {
    if (state.isLost) return Effect.fail("unreadable")
    state.held = next(state.names)
    return Effect.void
  })

/** Keys in memory. */
const providerOf = (
  changed: (state: State) => Partial<Provider> = () => ({})
): Effect.Effect<Suite.KeyProviderUnderTest> =>
  Effect.sync(() => {
    const state: State = { names: 1, isLost: false, held: ringOf(1) }
    const right: Provider = { ring: Effect.sync(() => state.held), reload: loaded(state) }
    return {
      provider: { ...right, ...changed(state) },
      rotate: Effect.sync(() => {
        state.names += 1
      }),
      lose: Effect.sync(() => {
        state.isLost = true
      })
    }
  })

const whole = "has a whole ring at once"
const silent = "prints no key"
const same = "reads the same ring again from a source that has not changed"
const rotates = "takes a new key with the next reload, and keeps the old ones"
const survives = "keeps its ring when the source cannot be read"

const giving = (ring: Suite.Ring) => (): Partial<Provider> => ({ ring: Effect.succeed(ring) })
const reading =
  (next: (names: number) => Suite.Ring) =>
  (state: State): Partial<Provider> => ({ reload: loaded(state, next) })

const bare = { toString: () => "k1", bytes: Buffer.alloc(32, 1).toString("base64") }

const providers: ReadonlyArray<readonly [name: string, noticed: string, changed: (state: State) => Partial<Provider>]> =
  [
    ["waits", whole, ({ held }) => ({ ring: Effect.as(Effect.sleep("1 millis"), held) })],
    ["has no ring", whole, () => ({ ring: Effect.fail("no-key") })],
    ["names another current key", whole, giving(ringOf(1, { current: "k7" }))],
    ["has a short key", whole, giving(ringOf(1, { keys: new Map([["k1", Redacted.make(new Uint8Array(16))]]) }))],
    ["has a key for a stamp", whole, giving(ringOf(1, { stamp: key(1) }))],
    ["has a name of another shape", whole, giving(ringOf(1, { current: "1", keys: new Map([["1", key(1)]]) }))],
    ["shows a key", silent, giving({ ...ringOf(1), ...bare })],
    ["shows bytes", silent, giving({ ...ringOf(1), ...{ raw: new Uint8Array(32).fill(1) } })],
    ["makes a new ring each time", same, reading((names) => ringOf(names, { stamp: key(201) }))],
    ["says that it cannot", same, () => ({ reload: Effect.fail("not supported") })],
    ["never reads again", rotates, () => ({ reload: Effect.void })],
    ["reads at every use", rotates, (state) => ({ ring: Effect.sync(() => ringOf(state.names)) })],
    ["drops old keys", rotates, reading((names) => ringOf(names, { keys: new Map([[`k${names}`, key(names)]]) }))],
    [
      "gives an old name another key",
      rotates,
      reading((names) => ringOf(names, { keys: new Map(["k1", "k2"].map((name, index) => [name, key(index + 9)])) }))
    ],
    ["changes the stamp", rotates, reading((names) => ringOf(names, names > 1 ? { stamp: key(201) } : {}))],
    ["hides a failure", survives, (state) => ({ reload: Effect.ignore(loaded(state)) })],
    [
      "forgets its ring",
      survives,
      (state) => ({
        ring: Effect.suspend(() => (state.isLost ? Effect.fail("no-key") : Effect.succeed(state.held)))
      })
    ]
  ]

Suite.keyProviderSuite({ describe, it }, "Keys in memory", providerOf())

describe("The contract suite of sources of keys", () => {
  it.live.each(providers)("notices one that %s", ([_, noticed, changed]) =>
    Effect.gen(function* () {
      const check = Suite.checks[noticed]
      assert.isDefined(check)
      assert.isTrue(Exit.isFailure(yield* Effect.exit(Effect.flatMap(providerOf(changed), check!))))
    })
  )

  it("notices a test that names no changes of a source that changes", async () => {
    const { provider } = await Effect.runPromise(providerOf())
    for (const check of [rotates, survives]) {
      assert.isTrue(Exit.isFailure(await Effect.runPromiseExit(Suite.checks[check]!({ provider }))))
    }
  })

  it("has no check that never fails", () => {
    assert.sameMembers([...new Set(providers.map(([, noticed]) => noticed))], Object.keys(Suite.checks))
  })
})
