/** The sandbox's clock: an Effect clock whose time can be set. */
import type { StorageError } from "@florin/core/store/StorageError"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { ClockTarget, instantOf } from "./ClockTarget.js"
import { moves } from "./internal/moves.js"
import type { ClockState } from "./Records.js"
import { SandboxDatabase } from "./SandboxDatabase.js"

/** The target is in the past or after the last supported instant. The clock did not move. */
export class ClockRefused extends Schema.TaggedError<ClockRefused>("@florin/sandbox/ClockRefused")("ClockRefused", {
  reason: Schema.Literal("backwards", "out-of-range")
}) {}

/** Work stays due at one instant however often it runs. The clock is stopped at that instant. */
export class DueWorkStuck extends Schema.TaggedError<DueWorkStuck>("@florin/sandbox/DueWorkStuck")("DueWorkStuck", {
  at: Schema.DateTimeUtc
}) {}

/** The work that falls due during a move. */
export interface DueWork<E = never, R = never> {
  /** The instant of the earliest waiting work. */
  readonly nextDue: Effect.Effect<Option.Option<DateTime.Utc>, E, R>
  /** Runs the work that is due at `now`, in order. Returns the number of runs. */
  readonly runDue: (now: DateTime.Utc) => Effect.Effect<number, E, R>
}

/** The time after a move, and the number of jobs that ran. */
export interface ClockMove {
  readonly now: DateTime.Utc
  readonly ran: number
}

/** The most rounds of due work at one instant before it counts as stuck. */
export const roundsPerInstant = 10_000

/** The most rounds at one instant that run nothing although work is due: another process may be claiming it. */
export const idleRoundsPerInstant = 10

/**
 * The clock follows real time until it is moved. After a move it is stopped, until `follow` makes it run again from
 * that time. Moves are serialized. The sandbox's database stores the state, so it survives a restart. Other processes
 * with the database open don't see a change.
 *
 * Source: D38.
 */
export class SandboxClock extends Context.Tag("@florin/sandbox/SandboxClock")<
  SandboxClock,
  {
    /** The clock that `layer` installs. Its sleeps use real time. */
    readonly clock: Clock.Clock
    readonly now: Effect.Effect<DateTime.Utc>
    /** Whether the clock is stopped. */
    readonly stands: Effect.Effect<boolean>
    /** Makes a stopped clock follow real time again, from its current time. Otherwise does nothing. */
    readonly follow: Effect.Effect<DateTime.Utc, StorageError>
    /** Moves to an instant without running work. */
    readonly set: (instant: DateTime.Utc) => Effect.Effect<DateTime.Utc, ClockRefused | StorageError>
    /**
     * Moves to the target in steps, from one due instant to the next, and runs the due work at each step. Of a move with
     * a `name` the instant is kept before it begins: a repetition goes on to that instant, or answers what it did.
     */
    readonly advance: <E, R>(
      target: ClockTarget,
      work: DueWork<E, R>,
      name?: string
    ) => Effect.Effect<ClockMove, ClockRefused | DueWorkStuck | StorageError | E, R>
  }
>() {}

interface Hand {
  state: ClockState
}

const likeRealTime: ClockState = { standsAt: null, ahead: 0 }

const toNanos = (millis: number): bigint => BigInt(millis) * 1_000_000n

const clockOf = (real: Clock.Clock, hand: Hand): Clock.Clock => {
  const millis = () => hand.state.standsAt ?? real.unsafeCurrentTimeMillis() + (hand.state.ahead ?? 0)
  const nanos = () => {
    const { ahead, standsAt } = hand.state
    return standsAt === null ? real.unsafeCurrentTimeNanos() + toNanos(ahead ?? 0) : toNanos(standsAt)
  }
  return {
    [Clock.ClockTypeId]: Clock.ClockTypeId,
    unsafeCurrentTimeMillis: millis,
    unsafeCurrentTimeNanos: nanos,
    currentTimeMillis: Effect.sync(millis),
    currentTimeNanos: Effect.sync(nanos),
    sleep: (duration) => real.sleep(duration)
  }
}

const noWork: DueWork = { nextDue: Effect.succeedNone, runDue: () => Effect.succeed(0) }

/** Runs the work due from `start` to `end`. `stand` stops the clock at each due instant. */
const run = Effect.fnUntraced(function* <E, R>(
  start: DateTime.Utc,
  end: DateTime.Utc,
  work: DueWork<E, R>,
  stand: (at: DateTime.Utc) => Effect.Effect<void, StorageError>
) {
  let now = start
  let [ran, rounds, idle] = [0, 0, 0]
  while (true) {
    const due = yield* work.nextDue
    if (Option.isNone(due) || DateTime.greaterThan(due.value, end)) return ran
    if (DateTime.greaterThan(due.value, now)) {
      now = due.value
      rounds = 0
      idle = 0
      yield* stand(now)
    }
    const count = yield* work.runDue(now)
    ran += count
    rounds += 1
    idle = count === 0 ? idle + 1 : 0
    if (rounds >= roundsPerInstant || idle >= idleRoundsPerInstant) return yield* new DueWorkStuck({ at: now })
    yield* Effect.yieldNow()
  }
})

export const make = Effect.gen(function* () {
  const database = yield* SandboxDatabase
  const real = yield* Effect.clock
  const hand: Hand = { state: (yield* database.recallClock) ?? likeRealTime }
  const clock = clockOf(real, hand)
  const turn = yield* Effect.makeSemaphore(1)
  const now = Effect.map(clock.currentTimeMillis, DateTime.unsafeMake)
  const stands = Effect.sync(() => hand.state.standsAt !== null)
  const { begun, keep } = moves(database, real.currentTimeMillis)

  const become = Effect.fnUntraced(function* (state: ClockState) {
    yield* database.rememberClock(state)
    hand.state = state
  }, Effect.uninterruptible)

  const stand = ({ epochMillis }: DateTime.Utc) => become({ standsAt: epochMillis, ahead: null })

  const follow = Effect.gen(function* () {
    const { standsAt } = hand.state
    if (standsAt !== null) yield* become({ standsAt: null, ahead: standsAt - (yield* real.currentTimeMillis) })
    return yield* now
  }).pipe(turn.withPermits(1), Effect.withSpan("SandboxClock.follow"))

  const go = Effect.fnUntraced(function* <E, R>(target: ClockTarget, work: DueWork<E, R>, name: string | undefined) {
    const start = yield* now
    const end = instantOf(target, start)
    if (Option.isNone(end)) return yield* new ClockRefused({ reason: "out-of-range" })
    if (DateTime.lessThan(end.value, start)) return yield* new ClockRefused({ reason: "backwards" })
    if (name !== undefined) yield* keep(name, { to: end.value, ran: undefined })
    yield* stand(start)
    const ran = yield* run(start, end.value, work, stand)
    yield* stand(end.value)
    if (name !== undefined) yield* keep(name, { to: end.value, ran })
    return { now: end.value, ran }
  })

  const move = Effect.fnUntraced(function* <E, R>(target: ClockTarget, work: DueWork<E, R>, name?: string) {
    const first = name === undefined ? undefined : yield* begun(name)
    if (first === undefined) return yield* go(target, work, name)
    const isOver = first.ran !== undefined || DateTime.greaterThan(yield* now, first.to)
    if (isOver) return { now: first.to, ran: first.ran ?? 0 }
    return yield* go(ClockTarget.To({ instant: first.to }), work, name)
  }, turn.withPermits(1))

  return SandboxClock.of({
    clock,
    now,
    stands,
    follow,
    set: Effect.fn("SandboxClock.set")((instant) =>
      move(ClockTarget.To({ instant }), noWork).pipe(
        Effect.map((moved) => moved.now),
        Effect.catchTag("DueWorkStuck", Effect.die)
      )
    ),
    advance: Effect.fn("SandboxClock.advance")((target, work, name) => move(target, work, name))
  })
})

/** The clock, installed as Effect's clock for everything built or run with this layer. */
export const layer: Layer.Layer<SandboxClock, StorageError, SandboxDatabase> = Layer.unwrapEffect(
  Effect.map(make, (service) => Layer.merge(Layer.succeed(SandboxClock, service), Layer.setClock(service.clock)))
)
