/**
 * Admission control: which requests are worked on, and none any more while the process drains.
 *
 * A shop's request takes a place in three rooms, one after the other. While its credentials are checked it is a
 * stranger, and strangers have a room of their own, so a wrong secret takes nothing from the shop it names. Once the
 * shop is known, the request is charged to its share of the room for arriving bodies, and when the body is there,
 * to its share of the room for work: a slow client takes none of the latter. Source: D4, D42.
 *
 * A body that may be long, that of a proof, takes bytes of the shop's share as well, before it arrives. Other bodies have
 * 64 KiB at most, so the places alone limit their bytes. Long bodies are worked through one after the other, a step in
 * each turn of the loop.
 *
 * A request with credentials that were right a moment ago skips the strangers' room. The credentials are checked again,
 * but in the shop's own share, so a flood of strangers keeps no shop out.
 *
 * What acquirers tell has two rooms of its own, for what arrives and for what is verified and recorded, which the acquirers
 * share in the same way: a flood of forged notifications takes nothing from shops, and half of what is there from others
 * that tell. Source: D53.
 *
 * Operators have a room of their own, which they share in the same way: they keep no shop out, and no shop keeps them
 * out. So has the console: whoever is not signed in yet has one share of it.
 */
import * as Turn from "@florin/core/time/Turn"
import * as Deferred from "effect/Deferred"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FiberId from "effect/FiberId"
import type { Limits } from "../../HttpSettings.js"

/**
 * A limited number of places, entered before work begins and left after it, and charged to `shop`. A request may take
 * several at once. Default: one.
 */
export interface Room {
  /** Says whether there were so many places. */
  readonly enter: (shop: string, places?: number) => boolean
  readonly leave: (shop: string, places?: number) => void
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
    enter: (shop, places = 1) => {
      const own = held.get(shop) ?? 0
      // What is left then is no less than what the shop holds, to within one place.
      if (own + 2 * places - 1 > limit - taken) return false
      held.set(shop, own + places)
      taken += places
      return true
    },
    leave: (shop, places = 1) => {
      const own = held.get(shop) ?? 0
      if (own > places) held.set(shop, own - places)
      else held.delete(shop)
      taken -= places
    }
  }
}

/** Places for requests that belong to no shop: first come, first served. */
export const open = (limit: number): Room => {
  let taken = 0
  return {
    enter: (_, places = 1) => {
      if (taken + places > limit) return false
      taken += places
      return true
    },
    leave: (_, places = 1) => {
      taken -= places
    }
  }
}

/** Why a request is turned away. */
export type Turned = "full" | "draining"

export interface Ticket {
  /** A request that belongs to no shop is worked on. */
  readonly visit: () => Turned | undefined
  /** Credentials that were not right before are checked. */
  readonly checkCredentials: () => Turned | undefined
  /** The shop's request is read. Credentials that were right before are checked here, too. */
  readonly arrive: (shop: string) => Turned | undefined
  /** The shop's request is worked on. */
  readonly work: (shop: string) => Turned | undefined
  /** The operator's request is read and worked on. Credentials that were right before are checked here, too. */
  readonly operate: (operator: string) => Turned | undefined
  /** A page of the console is made, for somebody who is signed in, or for a stranger: "". */
  readonly attend: (person: string) => Turned | undefined
  /** A notification for the acquirer is read. */
  readonly arriveFrom: (gatewayId: number) => Turned | undefined
  /** A notification for the acquirer is verified, and recorded if it is genuine. */
  readonly report: (gatewayId: number) => Turned | undefined
  /**
   * So many bytes of a long body are held for the request, from before it arrives until it is answered. They are
   * charged to the shop whose place the request has.
   */
  readonly hold: (bytes: number) => Turned | undefined
  /** Long work that all requests wait for in one line: however many there are, one step is done in each turn. */
  readonly alone: <A>(steps: () => Turn.Steps<A>) => Effect.Effect<A>
  /** Gives back the place and the bytes, if there are some. */
  readonly leave: () => void
}

export interface Admission {
  readonly isDraining: () => boolean
  /** For one request. */
  readonly ticket: () => Ticket
  /** Admits no request any more and waits; says how many are still worked on when the time is over. */
  readonly drain: (time: Duration.DurationInput) => Effect.Effect<number>
}

class Limiter {
  readonly visitors: Room
  readonly unauthenticated: Room
  readonly arriving: Room
  readonly working: Room
  readonly operating: Room
  readonly attending: Room
  readonly notified: Room
  readonly reporting: Room
  readonly bytes: Room
  readonly line = Effect.unsafeMakeSemaphore(1)
  readonly empty = Deferred.unsafeMake<void>(FiberId.none)
  inside = 0
  isDraining = false

  constructor({ arriving, console: pages, inFlight, longBodies, notifications, operators, visitors }: Limits) {
    this.visitors = open(visitors)
    this.unauthenticated = open(visitors)
    this.arriving = shared(arriving)
    this.working = shared(inFlight)
    this.operating = shared(operators)
    this.attending = shared(pages)
    this.notified = shared(notifications)
    this.reporting = shared(notifications)
    this.bytes = shared(longBodies)
  }

  /** Requests whose body is still arriving do not count: nothing was done for them yet, so draining need not wait. */
  count(room: Room, change: number): void {
    if (room === this.arriving || room === this.notified) return
    this.inside += change
    if (this.isDraining && this.inside === 0) Deferred.unsafeDone(this.empty, Effect.void)
  }
}

class HeldTicket implements Ticket {
  private room: Room | undefined
  private shop = ""
  private held = 0
  private holder = ""

  constructor(private readonly limiter: Limiter) {}

  visit = () => this.move(this.limiter.visitors, "")
  checkCredentials = () => this.move(this.limiter.unauthenticated, "")
  arrive = (shop: string) => this.move(this.limiter.arriving, shop)
  work = (shop: string) => this.move(this.limiter.working, shop)
  operate = (operator: string) => this.move(this.limiter.operating, operator)

  /** A stranger who turns out to be a person gives the stranger's place back for one of their own. */
  attend = (person: string): Turned | undefined => {
    if (this.room === this.limiter.attending && this.shop !== person) this.quit()
    return this.move(this.limiter.attending, person)
  }

  arriveFrom = (gatewayId: number) => this.move(this.limiter.notified, String(gatewayId))
  report = (gatewayId: number) => this.move(this.limiter.reporting, String(gatewayId))

  hold = (bytes: number): Turned | undefined => {
    if (!this.limiter.bytes.enter(this.shop, bytes)) return "full"
    this.held = bytes
    this.holder = this.shop
    return undefined
  }

  alone = <A>(steps: () => Turn.Steps<A>): Effect.Effect<A> => this.limiter.line.withPermits(1)(Turn.inTurns(steps))

  leave = (): void => {
    this.quit()
    if (this.held > 0) this.limiter.bytes.leave(this.holder, this.held)
    this.held = 0
  }

  private quit(): void {
    const { room } = this
    if (room === undefined) return
    this.room = undefined
    room.leave(this.shop)
    this.limiter.count(room, -1)
  }

  private move(to: Room, shop: string): Turned | undefined {
    if (this.room === to) return undefined
    if (this.limiter.isDraining) return "draining"
    if (!to.enter(shop)) return "full"
    this.limiter.count(to, 1)
    this.quit()
    this.room = to
    this.shop = shop
    return undefined
  }
}

export const make = (limits: Limits): Admission => {
  const limiter = new Limiter(limits)
  return {
    isDraining: () => limiter.isDraining,
    ticket: () => new HeldTicket(limiter),
    drain: (time) =>
      Effect.suspend(() => {
        limiter.isDraining = true
        if (limiter.inside === 0) Deferred.unsafeDone(limiter.empty, Effect.void)
        return Effect.timeoutOption(Deferred.await(limiter.empty), time)
      }).pipe(Effect.map(() => limiter.inside))
  }
}
