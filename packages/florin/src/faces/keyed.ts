/** Idempotency keys of calls in process: as over HTTP, a refusal leaves its key free. Source: D13. */
import { type IdempotencyKey, keyPattern } from "@florin/core/idempotency/IdempotencyKey"
import { type InvalidRequest, invalid } from "@florin/core/request/InvalidRequest"
import type { Shop } from "@florin/core/shops/Shop"
import * as Fingerprints from "@florin/wire/Fingerprints"
import * as Idempotent from "@florin/wire/Idempotent"
import * as Effect from "effect/Effect"
import type { CallOptions } from "./cards.js"
import { optionNames } from "./given.js"

/** A shop's call: under which name, with which request as the wire spells it, and under which key. */
export interface Call {
  readonly shop: Shop
  readonly name: string
  readonly request: unknown
  readonly options: CallOptions | undefined
}

/** The key of a call. Whatever else stands in its place would leave the call without one, or be another key next time. */
const keyIn = (options: unknown): Effect.Effect<string | undefined, InvalidRequest> => {
  if (options === undefined) return Effect.succeed(undefined)
  if (typeof options !== "object" || options === null || Array.isArray(options)) {
    return invalid("options", "must be an object with idempotencyKey")
  }
  if (!Object.keys(options).every((name) => Object.hasOwn(optionNames, name))) {
    return invalid("options", "must have no other member than idempotencyKey")
  }
  const { idempotencyKey: key } = options as Readonly<Record<keyof CallOptions, unknown>>
  if (key === undefined) return Effect.succeed(key)
  return typeof key === "string" && keyPattern.test(key)
    ? Effect.succeed(key)
    : invalid("idempotency_key", "must be a text of 1 to 255 visible characters")
}

/** The key of a call, with the digest of its request. */
const printOf = Effect.fnUntraced(function* ({ name, options, request, shop }: Call) {
  const key = yield* keyIn(options)
  if (key === undefined) return undefined
  const fingerprint = yield* Fingerprints.make
  return yield* fingerprint({ shop, method: "CALL", path: name }, key, Buffer.from(JSON.stringify(request)))
})

/** Runs a call under its key, if it has one. Its operation keeps what it answers. */
export const keyed = <A, E, R>(call: Call, run: (key?: IdempotencyKey) => Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const print = yield* printOf(call)
    if (print === undefined) return yield* run()
    const { kept } = yield* Idempotent.make
    return yield* kept(call.shop, print, run(print))
  })

/**
 * Runs a call under its key, if it has one, and keeps the document that it answers. `subject`: 16 hex digits that are the
 * same when the work of one key runs again; the id of what it creates ends in them. `done`: the answer of a command that
 * has had its effect, from what it made; absent: it may run again.
 */
export const once = <E, R>(
  call: Call,
  run: (subject: string) => Effect.Effect<unknown, E, R>,
  done?: (made: string) => Effect.Effect<unknown, E, R>
) =>
  Effect.gen(function* () {
    const print = yield* printOf(call)
    if (print === undefined) return yield* run(yield* Idempotent.newSubject)
    const idempotent = yield* Idempotent.make
    const { document } = yield* idempotent.once(call.shop, print, ({ made, subject }) =>
      Effect.map(made === undefined || done === undefined ? run(subject) : done(made), (answer) => ({
        document: JSON.stringify(answer)
      }))
    )
    return JSON.parse(document) as unknown
  })
