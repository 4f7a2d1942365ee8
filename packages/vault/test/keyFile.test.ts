import * as fs from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { CardVault } from "@florin/core/cards/CardVault"
import * as KeyFile from "@florin/vault/KeyFile"
import * as KeyProvider from "@florin/vault/KeyProvider"
import type { KeyRingError } from "@florin/vault/KeyRingError"
import * as Vault from "@florin/vault/Vault"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { numberOf, shop, textOf, token } from "./samples.js"

const folder = Effect.acquireRelease(
  Effect.sync(() => fs.mkdtempSync(join(tmpdir(), "florin-vault-"))),
  (path) => Effect.sync(() => fs.rmSync(path, { recursive: true }))
)

const newPath = Effect.map(folder, (path) => join(path, "ring.json"))
const reasonOf = <A, R>(effect: Effect.Effect<A, KeyRingError, R>) => Effect.map(Effect.flip(effect), (_) => _.reason)
const write = (path: string, text: string, mode = 0o600) =>
  Effect.sync(() => {
    fs.writeFileSync(path, text)
    fs.chmodSync(path, mode)
  })
const filesBeside = (path: string) => fs.readdirSync(join(path, ".."))
const text = (current: string, names: ReadonlyArray<string>) => Redacted.value(textOf(current, names))

describe("a new ring's file", () => {
  it.scoped("holds one key, is its owner's alone, and nothing lies beside it", () =>
    Effect.gen(function* () {
      const path = yield* newPath
      yield* KeyFile.create(path)
      const ring = yield* KeyFile.read(path)
      assert.deepStrictEqual([ring.current, [...ring.keys.keys()]], ["k1", ["k1"]])
      assert.strictEqual(fs.statSync(path).mode & 0o777, 0o600)
      assert.deepStrictEqual(filesBeside(path), ["ring.json"])
    })
  )

  it.scoped("holds keys that no other ring holds", () =>
    Effect.gen(function* () {
      const [one, other] = yield* Effect.all([newPath, newPath])
      yield* Effect.all([KeyFile.create(one), KeyFile.create(other)])
      assert.notStrictEqual(fs.readFileSync(one, "utf8"), fs.readFileSync(other, "utf8"))
    })
  )

  it.scoped("never takes the place of a file, or of a link that leads nowhere", () =>
    Effect.gen(function* () {
      const path = yield* newPath
      yield* write(path, "mine")
      assert.strictEqual(yield* reasonOf(KeyFile.create(path)), "exists")
      assert.strictEqual(fs.readFileSync(path, "utf8"), "mine")
      const dangling = `${path}.link`
      fs.symlinkSync(join(path, "nowhere"), dangling)
      assert.strictEqual(yield* reasonOf(KeyFile.create(dangling)), "exists")
      assert.deepStrictEqual(filesBeside(path), ["ring.json", "ring.json.link"])
    })
  )

  it.scoped("needs a folder", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* reasonOf(KeyFile.create(join(yield* newPath, "ring.json"))), "not-found")
    })
  )
})

describe("a ring's file is read", () => {
  it.scoped.each([
    [0o600, undefined],
    [0o400, undefined],
    [0o640, "readable-by-others"],
    [0o620, "readable-by-others"],
    [0o610, "readable-by-others"],
    [0o604, "readable-by-others"],
    [0o602, "readable-by-others"],
    [0o601, "readable-by-others"]
  ] as const)("with mode %o: refused as %s", ([mode, expected]) =>
    Effect.gen(function* () {
      const path = yield* newPath
      yield* write(path, text("k1", ["k1"]), mode)
      const found = yield* Effect.match(KeyFile.read(path), { onFailure: (_) => _.reason, onSuccess: () => undefined })
      assert.strictEqual(found, expected)
    })
  )

  it.scoped.each([
    [KeyFile.maxFileSize, undefined],
    [KeyFile.maxFileSize + 1, "too-large"]
  ] as const)("with %i bytes: refused as %s", ([size, expected]) =>
    Effect.gen(function* () {
      const path = yield* newPath
      yield* write(path, text("k1", ["k1"]).padEnd(size))
      const found = yield* Effect.match(KeyFile.read(path), { onFailure: (_) => _.reason, onSuccess: () => undefined })
      assert.strictEqual(found, expected)
    })
  )

  it.scoped("only where there is one", () =>
    Effect.gen(function* () {
      const path = yield* newPath
      assert.strictEqual(yield* reasonOf(KeyFile.read(path)), "not-found")
      assert.strictEqual(yield* reasonOf(KeyFile.read(join(path, ".."))), "not-a-file")
      yield* write(path, "{")
      assert.strictEqual(yield* reasonOf(KeyFile.read(path)), "not-an-object")
    })
  )
})

describe("a new key", () => {
  it.scoped("becomes current, and the old ones stay as they are", () =>
    Effect.gen(function* () {
      const path = yield* newPath
      yield* write(path, text("k1", ["k2", "k1"]))
      assert.strictEqual(yield* KeyFile.addKey(path), "k3")
      const ring = yield* KeyFile.read(path)
      assert.strictEqual(ring.current, "k3")
      const parsed = JSON.parse(fs.readFileSync(path, "utf8"))
      const before = JSON.parse(text("k1", ["k2", "k1"]))
      assert.deepStrictEqual(parsed, { ...before, current: "k3", keys: { ...before.keys, k3: parsed.keys.k3 } })
      assert.strictEqual(fs.statSync(path).mode & 0o777, 0o600)
      assert.deepStrictEqual(filesBeside(path), ["ring.json"])
    })
  )

  it.scoped("is refused at once while another change is in progress", () =>
    Effect.gen(function* () {
      const path = yield* newPath
      yield* write(path, text("k1", ["k1"]))
      yield* write(`${path}.next`, "half a ring")
      assert.strictEqual(yield* reasonOf(KeyFile.addKey(path)), "busy")
      assert.strictEqual(fs.readFileSync(path, "utf8"), text("k1", ["k1"]))
      assert.strictEqual(fs.readFileSync(`${path}.next`, "utf8"), "half a ring")
    })
  )

  it.scoped("is not added to a broken ring, and nothing is left behind", () =>
    Effect.gen(function* () {
      const path = yield* newPath
      yield* write(path, "{}")
      assert.strictEqual(yield* reasonOf(KeyFile.addKey(path)), "missing-member")
      assert.strictEqual(fs.readFileSync(path, "utf8"), "{}")
      assert.deepStrictEqual(filesBeside(path), ["ring.json"])
    })
  )
})

describe("keys from a file", () => {
  const currentKey = Effect.flatMap(CardVault, (vault) => vault.currentKey)
  const vaultAt = (path: string) => Vault.layer.pipe(Layer.provideMerge(KeyProvider.layerFile(path)))
  const reload = Effect.flatMap(KeyProvider.KeyProvider, (provider) => provider.reload)

  it.scoped("change when the ring is read again, not before", () =>
    Effect.gen(function* () {
      const path = yield* newPath
      yield* KeyFile.create(path)
      yield* Effect.gen(function* () {
        yield* KeyFile.addKey(path)
        assert.strictEqual(yield* currentKey, "k1")
        yield* reload
        assert.strictEqual(yield* currentKey, "k2")
      }).pipe(Effect.provide(vaultAt(path)))
    })
  )

  it.scoped.each([
    ["broken", "{", "not-an-object"],
    ["without its current key", text("k1", ["k2"]), "current-not-in-ring"],
    ["with another key under an old name", text("k2", ["k1", "k2"]).replace(/"k1":"./, '"k1":"A'), "key-changed"],
    ["with another stamp key", text("k1", ["k1"]).replace(/"stamp":"./, '"stamp":"A'), "key-changed"]
  ] as const)("stay as they were when the new ring is %s", ([_, next, reason]) =>
    Effect.gen(function* () {
      const path = yield* newPath
      yield* write(path, text("k1", ["k1"]))
      yield* Effect.gen(function* () {
        const vault = yield* CardVault
        const sealed = yield* vault.seal(shop, token, numberOf("4242424242424242"))
        yield* write(path, next)
        assert.strictEqual(yield* reasonOf(reload), reason)
        assert.strictEqual(yield* currentKey, "k1")
        assert.strictEqual(Redacted.value(yield* vault.open(shop, token, sealed)), "4242424242424242")
      }).pipe(Effect.provide(vaultAt(path)))
    })
  )

  it.scoped("open what another process sealed with a key that was added since", () =>
    Effect.gen(function* () {
      const path = yield* newPath
      yield* KeyFile.create(path)
      yield* Effect.gen(function* () {
        yield* KeyFile.addKey(path)
        const sealed = yield* Effect.flatMap(CardVault, (_) => _.seal(shop, token, numberOf("5555555555554444"))).pipe(
          Effect.provide(Layer.fresh(vaultAt(path)))
        )
        assert.deepStrictEqual([sealed.keyId, yield* currentKey], ["k2", "k1"])
        const opened = yield* Effect.flatMap(CardVault, (_) => _.open(shop, token, sealed))
        assert.strictEqual(Redacted.value(opened), "5555555555554444")
      }).pipe(Effect.provide(vaultAt(path)))
    })
  )

  it.scoped("must be there at the start", () =>
    Effect.gen(function* () {
      const path = yield* newPath
      assert.strictEqual(yield* reasonOf(Layer.build(KeyProvider.layerFile(path))), "not-found")
    })
  )
})
