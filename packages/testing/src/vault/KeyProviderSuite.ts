/** The contract of a source of the vault's keys, as tests that every implementation runs. */
import { inspect } from "node:util"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import * as Runtime from "effect/Runtime"
import type * as Scope from "effect/Scope"
import * as assert from "../internal/assert.js"
import { declareTest, type Runner } from "../Runner.js"

type Key = Redacted.Redacted<Uint8Array>

/** The vault's `KeyRing`. */
export interface Ring {
  readonly current: string
  readonly keys: ReadonlyMap<string, Key>
  readonly stamp: Key
}

/** A `KeyProvider`, and what happens at its source. */
export interface KeyProviderUnderTest {
  readonly provider: {
    readonly ring: Effect.Effect<Ring, unknown>
    readonly reload: Effect.Effect<void, unknown>
  }
  /** Adds a key at the source and makes it the current one. Absent where the source is fixed. */
  readonly rotate?: Effect.Effect<void>
  /** From now on the source cannot be read. Absent where the source is fixed. */
  readonly lose?: Effect.Effect<void>
}

// biome-ignore lint/plugin/secrets: compares the keys of a test, and looks for them in texts
const bytesOf = (key: Key): Buffer => Buffer.from(Redacted.value(key))

const hexOf = (key: Key): string => bytesOf(key).toString("hex")

/** Every key by its name, and the stamp. */
const heldBy = ({ keys, stamp }: Ring): ReadonlyMap<string, string> =>
  new Map([...keys, ["", stamp] as const].map(([name, key]) => [name, hexOf(key)]))

/** Reads the ring as a unit of work does. */
const read = Effect.fnUntraced(function* ({ provider }: KeyProviderUnderTest) {
  // biome-ignore lint/plugin/runners: an effect that waits ends as one that has not ended
  const exit = Runtime.runSyncExit(yield* Effect.runtime<never>())(provider.ring)
  assert.isTrue(Exit.isSuccess(exit), "the ring is there without waiting")
  return yield* Effect.orDie(exit)
})

const isWhole = Effect.fnUntraced(function* (under: KeyProviderUnderTest) {
  const ring = yield* read(under)
  assert.isTrue(ring.keys.has(ring.current))
  for (const [name] of ring.keys) assert.match(name, /^[A-Za-z][A-Za-z0-9_-]{0,63}$/)
  for (const key of [...ring.keys.values(), ring.stamp]) assert.lengthOf(bytesOf(key), 32)
  const held = [...heldBy(ring).values()]
  assert.lengthOf(new Set(held), held.length, "no key is there twice")
})

const isSilent = Effect.fnUntraced(function* (under: KeyProviderUnderTest) {
  const ring = yield* read(under)
  const shown = [inspect(ring, { depth: 9, showHidden: true }), JSON.stringify({ ...ring, keys: [...ring.keys] })]
    .join()
    .replaceAll(/\s/g, "")
  for (const key of [...ring.keys.values(), ring.stamp]) {
    const bytes = bytesOf(key)
    for (const text of [hexOf(key), bytes.toString("base64"), [...bytes].join()]) {
      assert.isFalse(shown.includes(text), "a key was printed")
    }
  }
})

const staysAsItWas = Effect.fnUntraced(function* (under: KeyProviderUnderTest) {
  const before = yield* read(under)
  yield* Effect.orDie(under.provider.reload)
  const after = yield* read(under)
  assert.deepStrictEqual([after.current, heldBy(after)], [before.current, heldBy(before)])
})

const isMissing = Effect.dieMessage("The test of a source that changes needs rotate and lose")

const rotates = Effect.fnUntraced(function* (under: KeyProviderUnderTest) {
  const before = yield* read(under)
  yield* under.rotate ?? isMissing
  assert.strictEqual((yield* read(under)).current, before.current, "the ring is as it was last read")
  yield* Effect.orDie(under.provider.reload)
  const after = yield* read(under)
  assert.notStrictEqual(after.current, before.current)
  for (const [name, key] of heldBy(before))
    assert.isTrue(heldBy(after).get(name) === key, "old keys and the stamp stay")
})

const survives = Effect.fnUntraced(function* (under: KeyProviderUnderTest) {
  const before = yield* read(under)
  yield* under.lose ?? isMissing
  assert.isTrue(Exit.isFailure(yield* Effect.exit(under.provider.reload)), "a failed reload says so")
  const after = yield* read(under)
  assert.deepStrictEqual([after.current, heldBy(after)], [before.current, heldBy(before)])
})

type Check = (under: KeyProviderUnderTest) => Effect.Effect<void>

const ofAll: Readonly<Record<string, Check>> = {
  "has a whole ring at once": isWhole,
  "prints no key": isSilent,
  "reads the same ring again from a source that has not changed": staysAsItWas
}

/** Its promises, for runners of another kind. Each takes a provider of its own. */
export const checks: Readonly<Record<string, Check>> = {
  ...ofAll,
  "takes a new key with the next reload, and keeps the old ones": rotates,
  "keeps its ring when the source cannot be read": survives
}

/**
 * Runs the contract of `KeyProvider`, each test with a provider of its own. `isFixed`: the source neither changes nor
 * fails, such as a text.
 */
export const keyProviderSuite = (
  runner: Runner,
  name: string,
  open: Effect.Effect<KeyProviderUnderTest, never, Scope.Scope>,
  { isFixed = false }: { readonly isFixed?: boolean } = {}
): void => {
  runner.describe(`${name} keeps the contract of a source of keys`, () => {
    for (const [promise, run] of Object.entries(isFixed ? ofAll : checks)) {
      declareTest(runner, promise, Effect.flatMap(open, run))
    }
  })
}
