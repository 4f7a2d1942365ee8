import * as Effect from "effect/Effect"
import * as Runtime from "effect/Runtime"
import * as Pg from "pg"
import { SettingRefused } from "../SettingRefused.js"
import { DriverFault, type Failure, failureOf } from "./driverFault.js"
import { inspect } from "./inspection.js"
import * as Session from "./session.js"

/** Makes a wait interruptible. */
export type Restore = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/** An exclusive loan of a session, which is replaced if it turns out to be dead. */
export interface Loan {
  session: Session.Session
  /** False while the session is being replaced. */
  isLent: boolean
}

/** A pool of sessions. Other users of the same `pg.Pool` check out directly from it. */
export interface Pool {
  readonly pool: Pg.Pool
  /** First come, first served. Only the wait is interruptible, so no session leaks. */
  readonly take: (restore: Restore) => Effect.Effect<Loan, Failure | SettingRefused>
  readonly give: (loan: Loan) => Effect.Effect<void>
  /** Closes an unusable session and replaces it with a new one. */
  readonly renew: (loan: Loan) => Effect.Effect<void, Failure | SettingRefused>
}

export interface Terms extends Session.Terms {
  /** The most sessions. */
  readonly size: number
  /** The timeout of the wait for a free session. Unit: milliseconds. */
  readonly freeWithin: number
}

/** The most waiters for a session; one more is refused. */
export const mostWaiting = 10_000

const crowded = new DriverFault("busy", "too-many-waiting")

const refusedOr = (error: unknown): Failure | SettingRefused =>
  error instanceof SettingRefused ? error : failureOf(error)

const poolOf = (terms: Terms, inspected: (client: Pg.ClientBase) => Promise<void>): Pg.Pool => {
  const { freeWithin, size } = terms
  const settings = Session.settingsOf(terms)
  class Client extends Pg.Client {
    constructor() {
      super(settings)
    }
  }
  // Clients look up the session settings in the pool's options.
  const pool = new Pg.Pool({
    ...settings,
    Client,
    max: size,
    connectionTimeoutMillis: Math.max(1, freeWithin),
    idleTimeoutMillis: 0,
    onConnect: inspected
  })
  // The driver removes a session that ends while idle.
  pool.on("error", () => undefined)
  // Also for other users of the pool: a session with changed state or an outstanding answer is not reused.
  pool.on("release", (error, client) => {
    if (!error && !Session.isReusable(Session.of(client))) client.end().catch(() => undefined)
  })
  return pool
}

/** Waits for a session. An interruption at the moment of checkout still returns the session. */
const waitFor = (pool: Pg.Pool, restore: Restore): Effect.Effect<Session.Session, Failure | SettingRefused> =>
  Effect.suspend(() => {
    if (pool.waitingCount >= mostWaiting) return Effect.fail(crowded)
    let lent: Pg.PoolClient | undefined
    let isGone = false
    const wait = Effect.async<Session.Session, Failure | SettingRefused>((resume) => {
      pool.connect((error, client) => {
        if (client === undefined) return resume(Effect.fail(refusedOr(error)))
        if (isGone) return client.release()
        lent = client
        resume(Effect.succeed(Session.of(client)))
      })
    })
    const leave = Effect.sync(() => {
      isGone = true
      lent?.release()
    })
    return Effect.onInterrupt(restore(wait), () => leave)
  })

const ended = (pool: Pg.Pool) => Effect.sync(() => void pool.end().catch(() => undefined))

/** A pool that closes with the scope. Sessions that are still lent close on return. */
export const make = Effect.fnUntraced(function* (terms: Terms) {
  // biome-ignore lint/plugin/runners: the driver's pool expects a promise before it lends a new session
  const runPromiseExit = Runtime.runPromiseExit(yield* Effect.runtime<never>())
  // The current generation. Sessions of older generations are not reused.
  let age = 0

  const inspected = async (client: Pg.ClientBase): Promise<void> => {
    const exit = await runPromiseExit(Effect.either(inspect(Session.adopt(client, terms, age), terms)))
    if (exit._tag === "Failure") throw exit.cause
    if (exit.value._tag === "Left") throw exit.value.left
  }
  const pool = yield* Effect.acquireRelease(
    Effect.sync(() => poolOf(terms, inspected)),
    ended
  )

  const take: Pool["take"] = (restore) =>
    Effect.flatMap(waitFor(pool, restore), (session) => {
      if (session.age === age) return Effect.succeed({ session, isLent: true })
      giveBack({ session, isLent: true }, true)
      return take(restore)
    })

  const giveBack = (loan: Loan, isUseless: boolean): void => {
    if (!loan.isLent) return
    loan.isLent = false
    if (Session.outdatesOthers(loan.session)) age += 1
    ;(loan.session.client as Pg.PoolClient).release(isUseless)
  }

  const service: Pool = {
    pool,
    take,
    give: (loan) => Effect.sync(() => giveBack(loan, !Session.isReusable(loan.session))),
    renew: (loan) =>
      Effect.suspend(() => {
        giveBack(loan, true)
        return Effect.map(
          take((wait) => wait),
          ({ session }) => {
            loan.session = session
            loan.isLent = true
          }
        )
      })
  }
  return service
})
