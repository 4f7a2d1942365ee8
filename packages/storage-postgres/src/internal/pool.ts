import * as Effect from "effect/Effect"
import * as Runtime from "effect/Runtime"
import * as Pg from "pg"
import { SettingRefused } from "../SettingRefused.js"
import { DriverFault, type Failure, failureOf } from "./driverFault.js"
import { inspect } from "./inspection.js"
import * as Session from "./session.js"

/** Makes a wait interruptible. */
export type Restore = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/** A session that is lent to one at a time, and replaced when it turns out to be dead. */
export interface Loan {
  session: Session.Session
  /** Not while another one is sought in its place. */
  isLent: boolean
}

/** Sessions that are kept and lent. Other users of the same `pg.Pool` take theirs from it directly. */
export interface Pool {
  readonly pool: Pg.Pool
  /** First come, first served. Only the wait can be interrupted; a session is never lost. */
  readonly take: (restore: Restore) => Effect.Effect<Loan, Failure | SettingRefused>
  readonly give: (loan: Loan) => Effect.Effect<void>
  /** Ends a session that is of no use and lends a new one in its place. */
  readonly renew: (loan: Loan) => Effect.Effect<void, Failure | SettingRefused>
}

export interface Terms extends Session.Terms {
  /** How many sessions there are at most. */
  readonly size: number
  /** How long a free session is waited for. Unit: milliseconds. */
  readonly freeWithin: number
}

/** How many may wait for a session; one more is refused. */
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
  // What it has in common with its sessions is for clients that look it up here.
  const pool = new Pg.Pool({
    ...settings,
    Client,
    max: size,
    connectionTimeoutMillis: Math.max(1, freeWithin),
    idleTimeoutMillis: 0,
    onConnect: inspected
  })
  // A session that ends while nobody has it leaves the pool by itself.
  pool.on("error", () => undefined)
  // Whoever had it: one that is not as it was, or that still waits for an answer, is not lent again.
  pool.on("release", (error, client) => {
    if (!error && !Session.isReusable(Session.of(client))) client.end().catch(() => undefined)
  })
  return pool
}

/** A session is given back also when the fiber is interrupted at the moment in which it is lent. */
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

/** A pool whose sessions end with the scope; those that are lent then end when they are given back. */
export const make = Effect.fnUntraced(function* (terms: Terms) {
  // biome-ignore lint/plugin/runners: the driver's pool asks for a promise before it lends a new session
  const runPromiseExit = Runtime.runPromiseExit(yield* Effect.runtime<never>())
  // Sessions of another age than the newest are not lent any more.
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
