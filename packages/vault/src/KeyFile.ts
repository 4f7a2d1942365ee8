/**
 * A key ring in a file that only its owner may read.
 *
 * All of it runs without waiting: a vault may read the file again inside a unit of work, which must not wait.
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
 * How large a ring's file may be.
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

/** Modes mean nothing on Windows, which always reports 0666. */
const hasModes = process.platform !== "win32"

const refusal = (stat: fs.Stats): Reason | undefined => {
  if (!stat.isFile()) return "not-a-file"
  if (hasModes && (stat.mode & 0o077) !== 0) return "readable-by-others"
  return stat.size > maxFileSize ? "too-large" : undefined
}

/** Looks at the open file, not at its path, which could be replaced in between. */
const content = Effect.fnUntraced(function* (file: number) {
  const reason = refusal(yield* attempt("unreadable", () => fs.fstatSync(file)))
  if (reason !== undefined) return yield* new KeyRingError({ reason })
  return Redacted.make(yield* attempt("unreadable", () => fs.readFileSync(file, "utf8")))
})

/** Without O_NONBLOCK a named pipe would hold the process up for ever. */
const forReading = fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0)

/**
 * Reads a ring.
 *
 * Shape: `KeyRing.fromText`, at most 64 KiB, mode 0600 or less where files have modes.
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

/** A new name is on the disk only once its folder is. Windows has no such call and keeps names by itself. */
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

/**
 * Makes a ring of new keys in a new file of mode 0600: all of it or, when one is there already, nothing.
 *
 * Errors: `exists`, `not-found` (no such folder), `unwritable`.
 */
export const create: (path: string) => Effect.Effect<void, KeyRingError> = Effect.fn("KeyFile.create")(function* (
  path
) {
  const [key, stamp] = yield* Effect.all([newKey, newKey])
  const text = KeyRing.toText({ current: "k1", keys: new Map([["k1", key]]), stamp })
  const draft = `${path}.${Encoding.encodeHex((yield* Entropy)(8))}.new`
  yield* Effect.acquireUseRelease(openNew(draft), (file) => write(file, text), close).pipe(
    // A link, unlike a rename, never takes the place of a file that is there.
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
 * Puts a changed ring in the place of the old one: a reader sees the one or the other, also after a loss of power. The
 * `.next` file is the draft and at once the lock, so that no two changes can lose each other's key.
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
 * Adds a new key and makes it the current one: the first step of a rotation. Answers its name.
 *
 * Errors: those of `read`, `busy`, `unwritable`.
 */
export const addKey: (path: string) => Effect.Effect<string, KeyRingError> = Effect.fn("KeyFile.addKey")(function* (
  path
) {
  return (yield* replace(path, withNewKey)).current
}, Effect.uninterruptible)
