/**
 * The sandbox's clock: Effect's own clock, with a time that can be set.
 *
 * @since 0.1.0
 */
import type { StorageError } from "@florin/core/store/StorageError"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { ClockTarget, instantOf } from "./ClockTarget.js"
import { SandboxDatabase } from "./SandboxDatabase.js"

/**
 * The clock was asked to go where it cannot: back, or after the last instant it knows. It did not move.
 *
 * @since 0.1.0
 * @category errors
 */
export class ClockRefused extends Schema.TaggedError<ClockRefused>("@florin/sandbox/ClockRefused")("ClockRefused", {
  reason: Schema.Literal("backwards", "out-of-range")
}) {}

/**
 * Work stays due at one instant however often it is run. The clock stands at that instant.
 *
 * @since 0.1.0
 * @category errors
 */
export class DueWorkStuck extends Schema.TaggedError<DueWorkStuck>("@florin/sandbox/DueWorkStuck")("DueWorkStuck", {
  at: Schema.DateTimeUtc
}) {}

/**
 * What falls due on the way.
 *
 * @since 0.1.0
 * @category models
 */
export interface DueWork<E = never, R = never> {
  /** The instant of the earliest work that waits. */
  readonly nextDue: Effect.Effect<Option.Option<DateTime.Utc>, E, R>
  /** Runs what is due at `now`, in order; says how many ran. */
  readonly runDue: (now: DateTime.Utc) => Effect.Effect<number, E, R>
}

/**
 * Where the clock is after a move, and how much work ran on the way.
 *
 * @since 0.1.0
 * @category models
 */
export interface ClockMove {
  readonly now: DateTime.Utc
  readonly ran: number
}

/**
 * How often due work is run at one instant before it counts as stuck.
 *
 * @since 0.1.0
 * @category limits
 */
export const roundsPerInstant = 10_000

/**
 * How often, at one instant, a round may run nothing although work is due: somebody else may be about to take it.
 *
 * @since 0.1.0
 * @category limits
 */
export const idleRoundsPerInstant = 10

/**
 * The clock follows real time until it is moved; from then it stands still between moves. Moves come one at a time.
 * Where it stands is kept in the sandbox's file and found again after a restart. Another process that has the file open
 * does not see the move.
 *
 * Source: D38.
 *
 * @since 0.1.0
 * @category services
 */
export class SandboxClock extends Context.Tag("@florin/sandbox/SandboxClock")<
  SandboxClock,
  {
    /** What `layer` gives to Effect. Its sleeps are real. */
    readonly clock: Clock.Clock
    readonly now: Effect.Effect<DateTime.Utc>
    /** It was moved once, and no longer follows real time. */
    readonly stands: Effect.Effect<boolean>
    /** Goes to an instant and runs nothing. */
    readonly set: (instant: DateTime.Utc) => Effect.Effect<DateTime.Utc, ClockRefused | StorageError>
    /** Goes to the target from one due instant to the next and runs at each what is due there. */
    readonly advance: <E, R>(
      target: ClockTarget,
      work: DueWork<E, R>
    ) => Effect.Effect<ClockMove, ClockRefused | DueWorkStuck | StorageError | E, R>
  }
>() {}

interface Hand {
  at: number | undefined
}

const clockOf = (real: Clock.Clock, hand: Hand): Clock.Clock => {
  const millis = () => hand.at ?? real.unsafeCurrentTimeMillis()
  const nanos = () => (hand.at === undefined ? real.unsafeCurrentTimeNanos() : BigInt(hand.at) * 1_000_000n)
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

/** The hand's place in the file. */
const memory = Effect.map(SandboxDatabase, ({ connection, read, write }) => {
  const select = connection.prepare<[], number>("SELECT now FROM clock").pluck()
  const upsert = connection.prepare(
    "INSERT INTO clock (id, now) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET now = excluded.now"
  )
  return {
    recall: read("clock.recall", () => select.get()),
    remember: (at: number) => Effect.asVoid(write("clock.remember", () => upsert.run(at)))
  }
})

/** Runs what is due from `start` on, up to `end`; `stand` moves the hand. */
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

/**
 * @since 0.1.0
 * @category constructors
 */
export const make = Effect.gen(function* () {
  const { recall, remember } = yield* memory
  const hand: Hand = { at: yield* recall }
  const clock = clockOf(yield* Effect.clock, hand)
  const turn = yield* Effect.makeSemaphore(1)
  const now = Effect.map(clock.currentTimeMillis, DateTime.unsafeMake)

  const stand = Effect.fnUntraced(function* ({ epochMillis }: DateTime.Utc) {
    yield* remember(epochMillis)
    hand.at = epochMillis
  }, Effect.uninterruptible)

  const move = Effect.fnUntraced(function* <E, R>(target: ClockTarget, work: DueWork<E, R>) {
    const start = yield* now
    const end = instantOf(target, start)
    if (Option.isNone(end)) return yield* new ClockRefused({ reason: "out-of-range" })
    if (DateTime.lessThan(end.value, start)) return yield* new ClockRefused({ reason: "backwards" })
    yield* stand(start)
    const ran = yield* run(start, end.value, work, stand)
    yield* stand(end.value)
    return { now: end.value, ran }
  }, turn.withPermits(1))

  return SandboxClock.of({
    clock,
    now,
    stands: Effect.sync(() => hand.at !== undefined),
    set: Effect.fn("SandboxClock.set")((instant) =>
      move(ClockTarget.To({ instant }), noWork).pipe(
        Effect.map((moved) => moved.now),
        Effect.catchTag("DueWorkStuck", Effect.die)
      )
    ),
    advance: Effect.fn("SandboxClock.advance")((target, work) => move(target, work))
  })
})

/**
 * The clock, installed as Effect's own for everything that is built or run with this layer.
 *
 * @since 0.1.0
 * @category layers
 */
export const layer: Layer.Layer<SandboxClock, StorageError, SandboxDatabase> = Layer.unwrapEffect(
  Effect.map(make, (service) => Layer.merge(Layer.succeed(SandboxClock, service), Layer.setClock(service.clock)))
)
