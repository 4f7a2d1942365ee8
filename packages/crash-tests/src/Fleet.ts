/** Processes that share a store. A process that is killed is replaced. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FiberSet from "effect/FiberSet"
import * as Random from "effect/Random"
import * as Scope from "effect/Scope"
import type { Environment } from "./Environment.js"
import type { Ending, Process } from "./Process.js"
import * as Standstill from "./Standstill.js"

interface Member {
  readonly process: Process
  readonly scope: Scope.CloseableScope
  url: string | undefined
  isStopped: boolean
}

export interface Fleet {
  /** The address of a process that answers, at random; waits until there is one. */
  readonly host: Effect.Effect<string>
  /** Kills a random process with `SIGKILL`, whatever it is doing, and starts another one in its place. */
  readonly killOne: Effect.Effect<void>
  /** Pauses a random process for so many milliseconds, and returns at once. It may be killed meanwhile. */
  readonly stopOne: (millis: number) => Effect.Effect<void>
  /** Waits until every paused process runs again. */
  readonly allGoOn: Effect.Effect<void>
  /** Which process stood still, and when. */
  readonly stops: () => ReadonlyArray<Standstill.Absence>
  /** Waits until that many of them answer. */
  readonly answering: (count: number) => Effect.Effect<void>
  /** When each process was killed, by pid. Unit: milliseconds since 1970. */
  readonly deaths: () => ReadonlyMap<number, number>
  /** When each process first answered, by pid. */
  readonly births: () => ReadonlyMap<number, number>
  /** How processes ended that were not killed. */
  readonly accidents: () => ReadonlyArray<Ending>
}

const among = <A>(all: ReadonlyArray<A>): Effect.Effect<A | undefined> =>
  all.length === 0 ? Effect.succeed(undefined) : Effect.map(Random.nextIntBetween(0, all.length), (index) => all[index])

/** Pauses of processes, each for a time of its own. */
const standstills = Effect.fnUntraced(function* (environment: Environment, members: ReadonlyArray<Member>) {
  const stops: Array<Standstill.Absence> = []
  const standing = yield* FiberSet.make<void>()

  const stopOne = Effect.fnUntraced(function* (millis: number) {
    const member = yield* among(members.filter(({ isStopped, url }) => url !== undefined && !isStopped))
    if (member === undefined) return
    member.isStopped = true
    yield* Standstill.stop(member.process, environment.store)
    const endured = Effect.map(Standstill.endure(member.process, millis), (absence) => {
      member.isStopped = false
      stops.push(absence)
    })
    yield* FiberSet.run(standing, endured)
  })

  return { stopOne, allGoOn: FiberSet.awaitEmpty(standing), stops: () => stops }
})

export const make = Effect.fnUntraced(function* (
  environment: Environment,
  size: number,
  /** How far the clock of the process at each place is ahead. Unit: milliseconds. Default: none is. */
  ahead: ReadonlyArray<number> = []
) {
  const outer = yield* Effect.scope
  const members: Array<Member> = []
  const accidents: Array<Ending> = []
  const deaths = new Map<number, number>()
  const births = new Map<number, number>()
  const { allGoOn, stopOne, stops } = yield* standstills(environment, members)

  // One that ends by itself before or after it answered is a finding, and is replaced too.
  const watched = (place: number, member: Member) =>
    Effect.gen(function* () {
      member.url = yield* Effect.orElseSucceed(member.process.url, () => undefined)
      births.set(member.process.pid, yield* Clock.currentTimeMillis)
      const ending = yield* member.process.ended
      member.url = undefined
      if (ending.signal === "SIGKILL") return
      accidents.push(ending)
      yield* Effect.sleep("500 millis")
      yield* enlist(place)
    })

  const enlist = (place: number): Effect.Effect<void> =>
    Effect.gen(function* () {
      const scope = yield* Scope.fork(outer, { _tag: "Sequential" })
      const process = yield* Scope.extend(environment.start({ ahead: ahead[place] ?? 0 }), scope)
      const member: Member = { process, scope, url: undefined, isStopped: false }
      members[place] = member
      yield* Effect.forkIn(watched(place, member), scope)
    })

  const living = () => members.flatMap(({ isStopped, url }) => (url === undefined || isStopped ? [] : [url]))

  const host: Effect.Effect<string> = Effect.flatMap(
    Effect.suspend(() => among(living())),
    (url) => (url === undefined ? Effect.zipRight(Effect.sleep("20 millis"), host) : Effect.succeed(url))
  )

  const killOne = Effect.gen(function* () {
    const place = yield* Random.nextIntBetween(0, size)
    const member = members[place]!
    deaths.set(member.process.pid, yield* Clock.currentTimeMillis)
    yield* member.process.signal("SIGKILL")
    yield* member.process.ended
    yield* Scope.close(member.scope, Exit.void)
    yield* enlist(place)
  })

  const answering = (count: number): Effect.Effect<void> =>
    Effect.suspend(() =>
      living().length >= count ? Effect.void : Effect.zipRight(Effect.sleep("20 millis"), answering(count))
    )

  yield* Effect.forEach(Array.from({ length: size }).keys(), enlist, { discard: true })
  return {
    host,
    killOne,
    stopOne,
    allGoOn,
    stops,
    answering,
    deaths: () => deaths,
    births: () => births,
    accidents: () => accidents
  } satisfies Fleet
})
