import * as Effect from "effect/Effect"
import type { SettingRefused } from "../SettingRefused.js"
import { DriverFault, type Failure } from "./driverFault.js"
import * as Session from "./session.js"

/** Sessions that are not lent at the moment. */
export interface IdleSessions {
  /** The one that was used last, as what it has prepared is used most; or a new one. */
  readonly take: Effect.Effect<Session.Session, Failure | SettingRefused>
  readonly give: (session: Session.Session) => Effect.Effect<void>
  /** From now on sessions end when they are given. */
  readonly close: Effect.Effect<void>
}

const closedFault = new DriverFault("unavailable", "pool-closed")

/** Begins with one session. */
export const make = (
  first: Session.Session,
  open: Effect.Effect<Session.Session, Failure | SettingRefused>
): IdleSessions => {
  const idle = [first]
  let closed = false

  const endAll = Effect.suspend(() => Effect.forEach(idle.splice(0), Session.end, { discard: true }))

  const take: IdleSessions["take"] = Effect.suspend(() => {
    const session = idle.pop()
    if (session === undefined) return closed ? Effect.fail(closedFault) : open
    return Session.isReusable(session) ? Effect.succeed(session) : Effect.zipRight(Session.end(session), take)
  })

  return {
    take,
    give: (session) =>
      Effect.suspend(() => {
        if (!closed && Session.isReusable(session)) {
          idle.push(session)
          return Effect.void
        }
        return Effect.zipRight(Session.end(session), Session.outdatesOthers(session) ? endAll : Effect.void)
      }),
    close: Effect.suspend(() => {
      closed = true
      return endAll
    })
  }
}
