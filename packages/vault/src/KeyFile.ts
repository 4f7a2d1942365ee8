/**
 * A key ring in a file that only its owner may read.
 *
 * All functions are synchronous: a vault may reload the file inside a unit of work, which must not wait.
 */
import * as fs from "node:fs"
import { dirname } from "node:path"
import { Entropy } from "@florin/core/ids/Ids"
import * as Effect from "effect/Effect"
import * as Encoding from "effect/Encoding"
import * as Redacted from "effect/Redacted"
import * as KeyRing from "./KeyRing.js"
import { KeyRingError, type Reason } from "./KeyRingError.js"

/**
 * The maximum size of a ring file.
 *
 * Unit: bytes, inclusive.
 */
export const maxFileSize = 65_536

const reasons: Readonly<Record<string, Reason>> = { ENOENT: "not-found" }

const attempt = <A>(otherwise: Reason, run: () => A, known = reasons): Effect.Effect<A, KeyRingError> =>
  Effect.try({
    try: run,
    catch: (cause) => new KeyRingError({ reason: known[(cause as NodeJS.ErrnoException).code ?? ""] ?? otherwise })
  })

const close = (file: number) => Effect.sync(() => fs.closeSync(file))

/** Windows has no file modes and always reports 0666. */
const hasModes = process.platform !== "win32"

const refusal = (stat: fs.Stats): Reason | undefined => {
  if (!stat.isFile()) return "not-a-file"
  if (hasModes && (stat.mode & 0o077) !== 0) return "readable-by-others"
  return stat.size > maxFileSize ? "too-large" : undefined
}

/** Checks the open file instead of its path, which could be replaced in between. */
const content = Effect.fnUntraced(function* (file: number) {
  const reason = refusal(yield* attempt("unreadable", () => fs.fstatSync(file)))
  if (reason !== undefined) return yield* new KeyRingError({ reason })
  return Redacted.make(yield* attempt("unreadable", () => fs.readFileSync(file, "utf8")))
})

/** Without O_NONBLOCK, opening a named pipe would block the process forever. */
const forReading = fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0)

/**
 * Reads a ring.
 *
 * Shape: `KeyRing.fromText`, at most 64 KiB, mode 0600 or stricter on systems with file modes.
 *
 * Errors: those of `KeyRing.fromText`, `not-found`, `not-a-file`, `readable-by-others`, `too-large`, `unreadable`.
 */
export const read = (path: string): Effect.Effect<KeyRing.KeyRing, KeyRingError> =>
  Effect.acquireUseRelease(
    attempt("unreadable", () => fs.openSync(path, forReading)),
    content,
    close
  ).pipe(Effect.flatMap(KeyRing.fromText))

const write = (file: number, text: Redacted.Redacted<string>) =>
  attempt("unwritable", () => {
    fs.writeFileSync(file, Redacted.value(text))
    fs.fsyncSync(file)
  })

const remove = (path: string) => Effect.sync(() => fs.rmSync(path, { force: true }))

/** Makes a new name durable by syncing its directory. Windows has no such call and needs none. */
const syncFolder = (path: string) =>
  hasModes
    ? Effect.acquireUseRelease(
        attempt("unwritable", () => fs.openSync(dirname(path), "r")),
        (folder) => attempt("unwritable", () => fs.fsyncSync(folder)),
        close
      )
    : Effect.void

const openNew = (path: string) =>
  attempt("unwritable", () => fs.openSync(path, "wx", 0o600), { ...reasons, EEXIST: "busy" })

const newKey = Effect.map(Entropy, (entropy): KeyRing.Key => Redacted.make(entropy(KeyRing.keyLength)))

/** A ring of new keys, as `create` writes it. */
export const fresh: Effect.Effect<KeyRing.KeyRing> = Effect.map(
  Effect.all([newKey, newKey]),
  ([key, stamp]): KeyRing.KeyRing => ({ current: "k1", keys: new Map([["k1", key]]), stamp })
)

/**
 * Creates a file of mode 0600 with a ring of new keys, atomically. Fails if the file exists.
 *
 * Errors: `exists`, `not-found` (no such folder), `unwritable`.
 */
export const create: (path: string) => Effect.Effect<void, KeyRingError> = Effect.fn("KeyFile.create")(function* (
  path
) {
  const text = KeyRing.toText(yield* fresh)
  const draft = `${path}.${Encoding.encodeHex((yield* Entropy)(8))}.new`
  yield* Effect.acquireUseRelease(openNew(draft), (file) => write(file, text), close).pipe(
    // A link, unlike a rename, never replaces an existing file.
    Effect.zipRight(attempt("unwritable", () => fs.linkSync(draft, path), { ...reasons, EEXIST: "exists" })),
    Effect.ensuring(remove(draft))
  )
  yield* syncFolder(path)
}, Effect.uninterruptible)

const nextName = (ring: KeyRing.KeyRing): string => {
  const numbers = [...ring.keys.keys()].map((name) => Number(/^k([0-9]{1,9})$/.exec(name)?.[1] ?? 0))
  return `k${Math.max(0, ...numbers) + 1}`
}

const withNewKey = Effect.fnUntraced(function* (ring: KeyRing.KeyRing) {
  const current = nextName(ring)
  const keys = new Map([...ring.keys, [current, yield* newKey]])
  return yield* KeyRing.make({ ...ring, current, keys })
})

/**
 * Replaces the ring atomically: a reader sees the old or the new one, even after a power loss. The `.next` file is both
 * the draft and the lock, so that concurrent changes can't lose a key.
 */
const replace = Effect.fnUntraced(function* <E, R>(
  path: string,
  change: (ring: KeyRing.KeyRing) => Effect.Effect<KeyRing.KeyRing, E, R>
) {
  const draft = `${path}.next`
  const file = yield* openNew(draft)
  const ring = yield* read(path).pipe(
    Effect.flatMap(change),
    Effect.tap((ring) => write(file, KeyRing.toText(ring))),
    Effect.ensuring(close(file)),
    Effect.tap(() => attempt("unwritable", () => fs.renameSync(draft, path))),
    Effect.onError(() => remove(draft))
  )
  yield* syncFolder(path)
  return ring
})

/**
 * Adds a new key and makes it current: the first step of a rotation. Returns its name.
 *
 * Errors: those of `read`, `busy`, `unwritable`.
 */
export const addKey: (path: string) => Effect.Effect<string, KeyRingError> = Effect.fn("KeyFile.addKey")(function* (
  path
) {
  return (yield* replace(path, withNewKey)).current
}, Effect.uninterruptible)
