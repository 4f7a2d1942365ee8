/** Processes that share a store. A process that is killed is replaced. */
import type { Random } from "@florin/testing/parties/Random"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FiberSet from "effect/FiberSet"
import * as Scope from "effect/Scope"
import type { Environment } from "./Environment.js"
import type { Facts } from "./Figures.js"
import * as Holdings from "./Holdings.js"
import { officeOf, type Process, untilFound } from "./Process.js"
import * as Standstill from "./Standstill.js"

interface Member {
  readonly process: Process
  readonly scope: Scope.CloseableScope
  url: string | undefined
  isStopped: boolean
}

export type Fleet = Effect.Effect.Success<ReturnType<typeof make>>

/** One process for each clock, which is so many milliseconds ahead. Who died, was born or stood still goes to the facts. */
export const make = Effect.fnUntraced(function* (
  environment: Environment,
  facts: Facts,
  random: Random,
  clocks: ReadonlyArray<number>
) {
  const outer = yield* Effect.scope
  const progress = yield* FiberSet.make<void>()
  const members: Array<Member> = []
  const noteLeft = Holdings.noting(facts.left, environment.store)

  // One that ends by itself before or after it answered is a finding, and is replaced too.
  const watched = Effect.fnUntraced(function* (place: number, member: Member) {
    const { ended, pid, url } = member.process
    member.url = yield* Effect.orElseSucceed(url, () => undefined)
    facts.births.set(pid, yield* Clock.currentTimeMillis)
    const { log, signal } = yield* ended
    member.url = undefined
    if (signal === "SIGKILL") return
    facts.accidents.push(log)
    yield* Effect.sleep("500 millis")
    yield* enlist(place)
  })

  const enlist = (place: number): Effect.Effect<void> =>
    Effect.gen(function* () {
      const scope = yield* Scope.fork(outer, { _tag: "Sequential" })
      const process = yield* Scope.extend(environment.start({ ahead: clocks[place]! }), scope)
      const member: Member = { process, scope, url: undefined, isStopped: false }
      members[place] = member
      yield* Effect.forkIn(watched(place, member), scope)
    })

  const places = [...clocks.keys()]
  const living = () => places.filter((place) => members[place]?.url !== undefined && !members[place].isStopped)
  const at = (place: number): Effect.Effect<string> => untilFound(() => members[place]?.url)
  /** The place of a process that answers, at random; waits until there is one. */
  const anyone = untilFound(() => (living().length === 0 ? undefined : random.pick(living())))

  yield* Effect.forEach(places, enlist, { discard: true })
  return {
    size: clocks.length,
    anyone,
    /** Where the process of a place answers, as soon as it does. */
    at,
    host: Effect.flatMap(anyone, at),
    /** Where a process that answers takes errands. */
    office: officeOf(Effect.map(anyone, (place) => members[place]!.process)),
    officeAt: (place: number) => officeOf(Effect.sync(() => members[place]!.process)),
    process: (place: number): Process => members[place]!.process,
    /** Kills a random process with `SIGKILL`, whatever it is doing, and starts another one in its place. */
    killOne: Effect.gen(function* () {
      const place = random.pick(places)
      const member = members[place]!
      member.url = undefined
      facts.deaths.set(member.process.pid, yield* Clock.currentTimeMillis)
      yield* Scope.close(member.scope, Exit.void)
      yield* noteLeft(member.process)
      yield* enlist(place)
    }),
    /**
     * Makes a process stand still for so many milliseconds. It may be killed meanwhile. Answers at once with what ends
     * when the process goes on; `last` comes just before that.
     */
    stop: Effect.fnUntraced(function* (place: number, millis: number, last: Effect.Effect<void> = Effect.void) {
      const member = members[place]!
      const { process } = member
      member.isStopped = true
      const from = yield* Standstill.stop(process, environment.store)
      yield* noteLeft(process)
      const endured = Effect.gen(function* () {
        yield* Effect.delay(last, millis)
        yield* Standstill.goOn(process)
        member.isStopped = false
        facts.stops.push({ pid: process.pid, from, until: yield* Clock.currentTimeMillis })
      })
      return yield* FiberSet.run(progress, endured)
    }),
    /** Waits until every process that stands still runs again. */
    allGoOn: FiberSet.awaitEmpty(progress),
    /** Waits until that many of them answer. */
    answering: (count: number) => untilFound(() => (living().length >= count ? true : undefined))
  }
})
