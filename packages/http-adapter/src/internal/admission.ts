/**
 * Admission control: which requests are worked on, and none any more while the process drains.
 *
 * A shop's request takes a place in three rooms, one after the other. While its credentials are checked it is a
 * stranger, and strangers have a room of their own, so a wrong secret takes nothing from the shop it names. Once the
 * shop is known, the request is charged to its share of the room for arriving bodies, and when the body is there,
 * to its share of the room for work: a slow client takes none of the latter. Source: D4, D42.
 *
 * A request with credentials that were right a moment ago skips the strangers' room. The credentials are checked again,
 * but in the shop's own share, so a flood of strangers keeps no shop out.
 *
 * Operators have a room of their own, which they share in the same way: they keep no shop out, and no shop keeps them
 * out.
 */
import * as Deferred from "effect/Deferred"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FiberId from "effect/FiberId"
import type { Limits } from "../HttpSettings.js"

/** A limited number of places, each entered before work begins and left after it, and charged to `shop`. */
export interface Room {
  /** Says whether there was a place. */
  readonly enter: (shop: string) => boolean
  readonly leave: (shop: string) => void
}

/**
 * Places that shops share: however many requests of one shop hang, other shops find a free one.
 *
 * A shop gets a place while it holds fewer than are free. So one shop alone gets half of them, two shops that hang get
 * a third each, and a shop that holds none gets one as long as any is free. Source: D42.
 */
export const shared = (limit: number): Room => {
  const held = new Map<string, number>()
  let taken = 0
  return {
    enter: (shop) => {
      const own = held.get(shop) ?? 0
      if (own >= limit - taken) return false
      held.set(shop, own + 1)
      taken++
      return true
    },
    leave: (shop) => {
      const own = held.get(shop) ?? 0
      if (own > 1) held.set(shop, own - 1)
      else held.delete(shop)
      taken--
    }
  }
}

/** Places for requests that belong to no shop: first come, first served. */
export const open = (limit: number): Room => {
  let taken = 0
  return {
    enter: () => taken < limit && ++taken > 0,
    leave: () => {
      taken--
    }
  }
}

/** Why a request is turned away. */
export type Turned = "full" | "draining"

export interface Stay {
  /** A request that belongs to no shop is worked on. */
  readonly visit: () => Turned | undefined
  /** Credentials that were not right before are checked. */
  readonly knock: () => Turned | undefined
  /** The shop's request is read. Credentials that were right before are checked here, too. */
  readonly arrive: (shop: string) => Turned | undefined
  /** The shop's request is worked on. */
  readonly work: (shop: string) => Turned | undefined
  /** The operator's request is read and worked on. Credentials that were right before are checked here, too. */
  readonly operate: (operator: string) => Turned | undefined
  /** Gives back the place, if there is one. */
  readonly leave: () => void
}

export interface Admission {
  /** For one request. */
  readonly stay: () => Stay
  /** Admits no request any more and waits; says how many are still worked on when the time is over. */
  readonly drain: (time: Duration.DurationInput) => Effect.Effect<number>
}

class House {
  readonly visitors: Room
  readonly strangers: Room
  readonly arriving: Room
  readonly working: Room
  readonly operating: Room
  readonly empty = Deferred.unsafeMake<void>(FiberId.none)
  inside = 0
  isDraining = false

  constructor({ arriving, inFlight, operators, visitors }: Limits) {
    this.visitors = open(visitors)
    this.strangers = open(visitors)
    this.arriving = shared(arriving)
    this.working = shared(inFlight)
    this.operating = shared(operators)
  }

  /** Requests whose body is still arriving do not count: nothing was done for them yet, so draining need not wait. */
  count(room: Room, change: number): void {
    if (room === this.arriving) return
    this.inside += change
    if (this.isDraining && this.inside === 0) Deferred.unsafeDone(this.empty, Effect.void)
  }
}

class Guest implements Stay {
  private room: Room | undefined
  private shop = ""

  constructor(private readonly house: House) {}

  visit = () => this.move(this.house.visitors, "")
  knock = () => this.move(this.house.strangers, "")
  arrive = (shop: string) => this.move(this.house.arriving, shop)
  work = (shop: string) => this.move(this.house.working, shop)
  operate = (operator: string) => this.move(this.house.operating, operator)

  leave = (): void => {
    const { room } = this
    if (room === undefined) return
    this.room = undefined
    room.leave(this.shop)
    this.house.count(room, -1)
  }

  private move(to: Room, shop: string): Turned | undefined {
    if (this.room === to) return undefined
    if (this.house.isDraining) return "draining"
    if (!to.enter(shop)) return "full"
    this.house.count(to, 1)
    this.leave()
    this.room = to
    this.shop = shop
    return undefined
  }
}

export const make = (limits: Limits): Admission => {
  const house = new House(limits)
  return {
    stay: () => new Guest(house),
    drain: (time) =>
      Effect.suspend(() => {
        house.isDraining = true
        if (house.inside === 0) Deferred.unsafeDone(house.empty, Effect.void)
        return Effect.timeoutOption(Deferred.await(house.empty), time)
      }).pipe(Effect.map(() => house.inside))
  }
}
