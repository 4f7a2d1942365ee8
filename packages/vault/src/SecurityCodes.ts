/** Security codes between `incomplete` and the return from 3-D Secure. Held in memory only. */
import { SecurityCodes } from "@florin/core/cards/CardVault"
import type { TransactionUid } from "@florin/core/ids/Ids"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

/**
 * The longest time that a security code is held.
 *
 * Unit: duration on the injected `Clock`, end included.
 *
 * Source: D15.
 */
export const heldFor = Duration.minutes(15)

/**
 * The most security codes held at a time; a new one evicts the oldest.
 *
 * Unit: codes, inclusive.
 */
export const maxHeld = 100_000

interface Held {
  readonly code: Buffer
  readonly keptAt: number
}

/** A code from the future counts as expired: setting the clock back must not extend its life. */
const isOver = ({ keptAt }: Held, now: number): boolean => now < keptAt || now - keptAt > Duration.toMillis(heldFor)

/** Oldest first, as a `Map` keeps them. Bytes, not strings: bytes can be zeroed. */
class Shelf {
  readonly #held = new Map<TransactionUid, Held>()

  constructor(private readonly limit: number) {}

  keep(uid: TransactionUid, code: Buffer, now: number): void {
    this.drop(uid)
    this.purge(now)
    if (this.#held.size >= this.limit) this.dropOldest()
    this.#held.set(uid, { code, keptAt: now })
  }

  take(uid: TransactionUid, now: number): Option.Option<Redacted.Redacted<string>> {
    this.purge(now)
    const held = this.#held.get(uid)
    const code = held === undefined || isOver(held, now) ? Option.none() : Option.some(held.code.toString())
    this.drop(uid)
    return Option.map(code, Redacted.make)
  }

  clear(): void {
    for (const uid of this.#held.keys()) this.drop(uid)
  }

  private purge(now: number): void {
    for (const [uid, held] of this.#held) {
      if (!isOver(held, now)) return
      this.drop(uid)
    }
  }

  private dropOldest(): void {
    const oldest = this.#held.keys().next()
    if (!oldest.done) this.drop(oldest.value)
  }

  private drop(uid: TransactionUid): void {
    this.#held.get(uid)?.code.fill(0)
    this.#held.delete(uid)
  }
}

/** Expired codes are zeroed at the next `keep` or `take`; all codes are zeroed when the scope closes. */
export const make = Effect.fnUntraced(function* (limit: number) {
  const shelf = yield* Effect.acquireRelease(
    Effect.sync(() => new Shelf(limit)),
    (shelf) => Effect.sync(() => shelf.clear())
  )

  return SecurityCodes.of({
    keep: Effect.fn("SecurityCodes.keep")(function* (uid, code) {
      shelf.keep(uid, Buffer.from(Redacted.value(code)), yield* Clock.currentTimeMillis)
    }),
    take: Effect.fn("SecurityCodes.take")(function* (uid) {
      return shelf.take(uid, yield* Clock.currentTimeMillis)
    })
  })
})

/** Default: at most 100,000 codes. */
export const layer: Layer.Layer<SecurityCodes> = Layer.scoped(SecurityCodes, make(maxHeld))
