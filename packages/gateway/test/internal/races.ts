/** Two processes on one store, whose steps fast-check puts in order: commits, calls to the outside, jumps of the clock. */
import { Acquirers } from "@florin/core/cards/Acquirer"
import { CommitStore } from "@florin/core/commits/Commit"
import { FaultPoints } from "@florin/core/store/FaultPoints"
import { ThreeDSecureServers } from "@florin/core/three-d-secure/ThreeDSecureServer"
import { Scheduler } from "@florin/scheduler/Scheduler"
import { emptyStore } from "@florin/storage-postgres/testing/eitherStore"
import * as VirtualClock from "@florin/testing/clock/VirtualClock"
import * as ScriptedAcquirer from "@florin/testing/parties/ScriptedAcquirer"
import * as ScriptedThreeDSecureServer from "@florin/testing/parties/ScriptedThreeDSecureServer"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Runtime from "effect/Runtime"
import type * as fc from "fast-check"
import { type WorldOptions, world } from "./world.js"

export type Process = Layer.Layer.Success<ReturnType<typeof world>>

/** What an actor does, one step after the other. */
export type Steps = ReadonlyArray<Effect.Effect<unknown, unknown>>

/** How the outside answers in the present run. */
export interface Manners {
  /** Of the first acquirer, when it is asked to charge. The second one approves at once. */
  charge: ScriptedAcquirer.Manner
  /** Of the 3-D Secure server, one for each request; at once when there is none left. */
  authentications: Array<ScriptedThreeDSecureServer.Manner>
}

/** How long the acquirers' requests may be on their way. Unit: milliseconds. */
const inFlightWindow = 1000

const oneTurn = () => new Promise((resolve) => setImmediate(resolve))

/** The outside of both processes. */
const outside = (manners: Manners) => {
  const scripted = [1, 2].map(() => ScriptedAcquirer.make({ inFlightWindow }))
  const services = scripted.map((acquirer, index) =>
    ScriptedAcquirer.service(acquirer, {
      ...{ gatewayId: index + 1, name: `acquirer ${index + 1}`, simulated: true, inFlightWindow },
      manner: ({ parent }) => (index === 0 && parent === undefined ? manners.charge : ScriptedAcquirer.prompt)
    })
  )
  const server = ScriptedThreeDSecureServer.service(
    () => manners.authentications.shift() ?? ScriptedThreeDSecureServer.prompt
  )
  return { ledgers: scripted.map(({ ledger }) => ledger), services, server }
}

/** Two processes that also have this: settings of core, and another way to post. */
export const makeWith = Effect.fnUntraced(function* (more: Pick<WorldOptions, "sender" | "settings" | "shops">) {
  const clock = VirtualClock.make(Date.parse("2026-03-02T09:00:00Z"))
  const manners: Manners = { charge: ScriptedAcquirer.prompt, authentications: [] }
  const { ledgers, server, services } = outside(manners)
  const shared = yield* Layer.build(emptyStore)
  const real = Context.get(shared, CommitStore)
  let order: fc.Scheduler | undefined
  let underWay = 0

  /** Goes on at once outside a race, and otherwise when it is its turn. */
  const turn = (label: string, then: () => void): void =>
    order === undefined ? then() : void order.schedule(Promise.resolve(), label).then(then)

  const storeOf = (name: string) =>
    CommitStore.of({
      submit: (operation, done) =>
        turn(`${name} submits ${operation.name}`, () => {
          underWay += 1
          real.submit(operation, (outcome) => {
            underWay -= 1
            turn(`${name} hears of ${operation.name}`, () => done(outcome))
          })
        })
    })

  const pointsOf = (name: string) =>
    Layer.succeed(FaultPoints, (point, moment) =>
      point.startsWith("commit.") || order === undefined
        ? Effect.void
        : Effect.async((resume) => turn(`${name} ${moment} ${point}`, () => resume(Effect.void)))
    )

  const processOf = (name: string) =>
    Layer.build(
      world({
        ...more,
        store: Layer.succeedContext(Context.add(shared, CommitStore, storeOf(name))),
        acquirers: Layer.succeed(Acquirers, services),
        servers: Layer.succeed(ThreeDSecureServers, [server]),
        settings: Layer.merge(more.settings ?? Layer.empty, pointsOf(name))
      })
    ).pipe(Effect.withClock(clock))

  const processes = [yield* processOf("A"), yield* processOf("B")] as const
  const runPromise = Runtime.runPromise(yield* Effect.withClock(Effect.runtime<never>(), clock))

  /** Lets go on what goes on by itself. */
  const settled = async () => {
    do for (let turns = 0; turns < 4; turns++) await oneTurn()
    while (underWay > 0)
  }

  /** Goes on until it ends: by turns, and where there is none to give, with time. */
  const driven = async <A>(actors: Promise<A>): Promise<A> => {
    let isOver = false
    const ended = actors.finally(() => {
      isOver = true
    })
    for (;;) {
      await settled()
      if (order !== undefined && order.count() > 0) await order.waitNext(1)
      else if (isOver) return ended
      else clock.jumpTo(clock.nextDue() ?? clock.unsafeCurrentTimeMillis())
    }
  }

  const run = <A, E>(effect: Effect.Effect<A, E>): Promise<A> => driven(runPromise(effect))

  const runDue = (process: Context.Context<Process>) =>
    Effect.flatMap(Scheduler, ({ runDue }) => Effect.flatMap(DateTime.now, runDue)).pipe(Effect.provide(process))

  const nextDue = Effect.map(
    Effect.flatMap(Scheduler, ({ nextDue }) => nextDue),
    Option.getOrUndefined
  ).pipe(Effect.provide(processes[0]))

  /** Nothing is left to do for an hour: the sweep comes in a week. A process gives back what it holds within 2 s. */
  const atRest = async () => {
    for (let quiet = 0; quiet < 3; ) {
      for (const process of processes) await run(runDue(process))
      const now = clock.unsafeCurrentTimeMillis()
      const due = (await run(nextDue))?.epochMillis ?? Number.POSITIVE_INFINITY
      const next = Math.min(due, clock.nextDue() ?? Number.POSITIVE_INFINITY)
      const isQuiet = next > now + 3_600_000
      quiet = isQuiet ? quiet + 1 : 0
      clock.jumpTo(isQuiet ? now + 2000 : Math.max(next, now + 1))
    }
  }

  return {
    ...{ ledgers, manners, clock },
    /** Runs to its end, outside of a race. */
    run,
    a: Effect.provide(processes[0]),
    b: Effect.provide(processes[1]),
    due: { a: runDue(processes[0]), b: runDue(processes[1]) },
    /** Time passes. */
    pass: (millis: number) => Effect.sync(() => clock.jumpTo(clock.unsafeCurrentTimeMillis() + millis)),
    /** The actors go on side by side, in the order that fast-check finds, and then everything comes to rest. */
    race: async (scheduler: fc.Scheduler, actors: Readonly<Record<string, Steps>>) => {
      order = scheduler
      const step = (name: string, number: number) =>
        Effect.async<void>((resume) => turn(`${name}, step ${number}`, () => resume(Effect.void)))
      const acting = Object.entries(actors).map(([name, steps]) =>
        runPromise(
          Effect.forEach(steps, (act, index) => Effect.zipRight(step(name, index + 1), act), { discard: true })
        )
      )
      await driven(Promise.all(acting)).finally(() => {
        order = undefined
      })
      await atRest()
    }
  }
})

export const make = makeWith({})

export type Races = Effect.Effect.Success<typeof make>
