/** Security codes between `incomplete` and the return from 3-D Secure. Held in memory only. */

import { type KeptCode, SecurityCodes } from "@florin/core/cards/CardVault"
import { challengeLimit } from "@florin/core/cards/ChargeMachine"
import type { ShopId, TransactionUid } from "@florin/core/ids/Ids"
import * as Deadlines from "@florin/core/time/Deadlines"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

/**
 * The longest time that a security code is held, however many steps its customer takes. Then it is zeroed.
 *
 * Source: D15.
 */
export const heldFor = challengeLimit

/**
 * The most security codes held at a time. A new one beyond them evicts the oldest of the shop that holds the most, which
 * is the shop of the new one unless another holds more.
 *
 * Unit: codes, inclusive.
 *
 * Source: D42.
 */
export const maxHeld = 100_000

interface Held {
  readonly shop: ShopId
  /** Bytes, not text: bytes can be zeroed. */
  readonly code: Buffer
  readonly since: number
  readonly disarm: () => void
}

/** Holds the codes, those of each shop oldest first, as a `Set` keeps them. */
class Shelf {
  readonly #held = new Map<TransactionUid, Held>()
  readonly #ofShop = new Map<ShopId, Set<TransactionUid>>()

  constructor(
    private readonly limit: number,
    private readonly now: () => number,
    private readonly deadline: Deadlines.Deadlines
  ) {}

  keep(shop: ShopId, uid: TransactionUid, { code, since = this.now() }: KeptCode): void {
    const first = Math.min(since, this.#held.get(uid)?.since ?? since)
    this.drop(uid)
    // Deadlines of one length share a list: whole seconds, rounded down, so that there are few.
    const left = Math.floor((Duration.toMillis(heldFor) - (this.now() - first)) / 1000)
    if (left < 1) return
    if (this.#held.size >= this.limit) this.evictFor(shop)
    const disarm = this.deadline(Duration.seconds(left), () => this.drop(uid))
    this.#held.set(uid, { shop, code: Buffer.from(Redacted.value(code)), since: first, disarm })
    const own = this.#ofShop.get(shop) ?? new Set()
    this.#ofShop.set(shop, own.add(uid))
  }

  take(uid: TransactionUid): KeptCode | undefined {
    const held = this.#held.get(uid)
    if (held === undefined) return undefined
    const { since } = held
    // A deadline may be late where the loop was busy.
    const isOver = this.now() - since >= Duration.toMillis(heldFor)
    const code = isOver ? undefined : Redacted.make(held.code.toString())
    this.drop(uid)
    return code === undefined ? undefined : { code, since }
  }

  clear(): void {
    for (const uid of this.#held.keys()) this.drop(uid)
  }

  /** All shops are looked at, but only where the memory is full. */
  private evictFor(shop: ShopId): void {
    let most = this.#ofShop.get(shop)
    for (const codes of this.#ofShop.values()) if (codes.size > (most?.size ?? 0)) most = codes
    const oldest = most?.values().next()
    if (oldest?.done === false) this.drop(oldest.value)
  }

  private drop(uid: TransactionUid): void {
    const held = this.#held.get(uid)
    if (held === undefined) return
    held.disarm()
    held.code.fill(0)
    this.#held.delete(uid)
    const own = this.#ofShop.get(held.shop)
    own?.delete(uid)
    if (own?.size === 0) this.#ofShop.delete(held.shop)
  }
}

/** Holds at most `limit` codes on the current `Clock`; all are zeroed when the scope closes. */
export const make = (limit: number) =>
  Effect.gen(function* () {
    const clock = yield* Effect.clock
    const now = () => Number(clock.unsafeCurrentTimeNanos()) / 1_000_000
    const deadline = yield* Deadlines.make
    const shelf = yield* Effect.acquireRelease(
      Effect.sync(() => new Shelf(limit, now, deadline)),
      (shelf) => Effect.sync(() => shelf.clear())
    )
    return SecurityCodes.of({
      keep: (shop, uid, code) => shelf.keep(shop, uid, code),
      take: (uid) => shelf.take(uid)
    })
  })

/** At most `maxHeld` codes, by the machine's own monotonic time: a code ages even while the sandbox's clock stands. */
export const makeLive = Effect.withClock(make(maxHeld), Clock.make())
