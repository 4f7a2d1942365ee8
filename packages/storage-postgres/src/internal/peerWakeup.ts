import type { PeerWakeup } from "@florin/core/due-work/PeerWakeup"
import * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"
import { open } from "./open.js"
import * as Session from "./session.js"

/**
 * The shortest time between two hints of a process. `NOTIFY` in a unit of work would take a database-wide lock and
 * serialize commits, so the process sends hints after commits, one for many.
 */
const pause = Duration.millis(200)

/** The pause before the listening connection reconnects. */
const again = Duration.millis(250)

const channel = "florin_jobs"

// Other processes and the server run on real time.
const realTime = Clock.make()

/** Completes when the session ends. */
const ended = (session: Session.Session): Effect.Effect<void> =>
  Effect.async((resume) => {
    const end = () => resume(Effect.void)
    if (session.spoiled !== undefined) return end()
    session.client.once("end", end)
    return Effect.sync(() => session.client.off("end", end))
  })

/** Wake-up hints over `LISTEN`/`NOTIFY`, on a dedicated connection that closes with the scope. */
export const peerWakeup = Effect.fnUntraced(function* (terms: Session.Terms) {
  const toTell = yield* Queue.sliding<void>(1)
  const notified = yield* Queue.sliding<void>(1)

  const listen = Effect.fnUntraced(function* (session: Session.Session) {
    session.client.on("notification", ({ processId }) => {
      if (processId !== session.pid) notified.unsafeOffer(undefined)
    })
    yield* Session.query(session, `LISTEN ${channel}`)
    // Notifications sent before `LISTEN` were missed.
    yield* Queue.offer(notified, undefined)
  })

  const telling = (session: Session.Session) =>
    Queue.take(toTell).pipe(
      Effect.zipRight(Session.query(session, "SELECT pg_notify($1, '')", [channel])),
      Effect.zipRight(Effect.sleep(pause)),
      Effect.forever
    )

  const attend = Effect.acquireUseRelease(
    open(terms),
    (session) => Effect.zipRight(listen(session), Effect.raceFirst(ended(session), telling(session))),
    Session.end
  )
  const keepOn = Effect.forever(Effect.zipRight(Effect.ignore(attend), Effect.sleep(again)))
  yield* Effect.forkScoped(Effect.interruptible(Effect.withClock(keepOn, realTime)))

  const service: Context.Tag.Service<PeerWakeup> = {
    unsafeTell: () => void toTell.unsafeOffer(undefined),
    notified: Queue.take(notified)
  }
  return service
})
