/** Processes that share a store. A process that is killed is replaced. */
import type { Random } from "@florin/testing/parties/Random"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FiberSet from "effect/FiberSet"
import * as Scope from "effect/Scope"
import type { Environment } from "./Environment.js"
import type { Facts } from "./Figures.js"
import type { Process } from "./Process.js"
import * as Standstill from "./Standstill.js"

interface Member {
  readonly process: Process
  readonly scope: Scope.CloseableScope
  url: string | undefined
  isStopped: boolean
}

/** Looks every 20 ms, and ends with what it finds. */
export const untilFound = <A>(look: () => A | undefined): Effect.Effect<A> =>
  Effect.suspend(() => {
    const found = look()
    return found === undefined ? Effect.delay(untilFound(look), "20 millis") : Effect.succeed(found)
  })

/** One process for each clock, which is so many milliseconds ahead. Who died, was born or stood still goes to the facts. */
export const make = Effect.fnUntraced(function* (
  environment: Environment,
  facts: Facts,
  random: Random,
  clocks: ReadonlyArray<number>
) {
  const outer = yield* Effect.scope
  const standing = yield* FiberSet.make<void>()
  const members: Array<Member> = []

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

  const living = () => members.filter(({ isStopped, url }) => url !== undefined && !isStopped)
  const among = () => (living().length === 0 ? undefined : random.pick(living()))

  yield* Effect.forEach(clocks.keys(), enlist, { discard: true })
  return {
    /** The address of a process that answers, at random; waits until there is one. */
    host: untilFound(() => among()?.url),
    /** Kills a random process with `SIGKILL`, whatever it is doing, and starts another one in its place. */
    killOne: Effect.gen(function* () {
      const place = random.between(0, clocks.length - 1)
      const { process, scope } = members[place]!
      facts.deaths.set(process.pid, yield* Clock.currentTimeMillis)
      yield* process.signal("SIGKILL")
      yield* process.ended
      yield* Scope.close(scope, Exit.void)
      yield* enlist(place)
    }),
    /** Pauses a random process for so many milliseconds, and returns at once. It may be killed meanwhile. */
    stopOne: Effect.fnUntraced(function* (millis: number) {
      const member = among()
      if (member === undefined) return
      member.isStopped = true
      const from = yield* Standstill.stop(member.process, environment.store)
      const endured = Effect.map(Standstill.endure({ ...member, from, millis }), (absence) => {
        member.isStopped = false
        facts.stops.push(absence)
      })
      yield* FiberSet.run(standing, endured)
    }),
    /** Waits until every paused process runs again. */
    allGoOn: FiberSet.awaitEmpty(standing),
    /** Waits until that many of them answer. */
    answering: (count: number) => untilFound(() => (living().length >= count ? true : undefined))
  }
})
