/** Where one crash is played. */
import * as Loopback from "@florin/testing/parties/Loopback"
import * as Orders from "@florin/testing/parties/Orders"
import * as Effect from "effect/Effect"
import * as Scope from "effect/Scope"
import { comeBack } from "./Customer.js"
import type { Environment } from "./Environment.js"
import { officeOf, type Process, untilFound } from "./Process.js"
import type { Settings, Trap } from "./Protocol.js"

/** An environment with one process in front, which the merchant asks. */
export type Stage = Effect.Effect.Success<ReturnType<typeof make>>

export const make = Effect.fnUntraced(function* (environment: Environment, trap: Trap) {
  const scope = yield* Effect.scope
  let front: Process | undefined
  let ahead = 0

  const url: Effect.Effect<string> = Effect.suspend(() => front?.url ?? Effect.never).pipe(
    Effect.catchAll(() => Effect.delay(url, "20 millis"))
  )
  const office = officeOf(untilFound(() => front))
  const merchant = environment.merchant(url)

  /** Starts one more process, which may not come up; from now on it is the one in front, and later ones share its clock. */
  const launch = Effect.fnUntraced(function* (changes: Partial<Settings> = {}) {
    ahead = changes.ahead ?? ahead
    front = yield* Scope.extend(environment.start({ ...changes, ahead }), scope)
    return front
  })

  const order = (type: string, request: object) => merchant.order(`/transactions/${type}s`, request)
  return {
    ...{ environment, trap, merchant, launch, order, office, url },
    pay: (more: object = {}) => order("payment", Orders.charge(1000, more)),
    authorize: (more: object = {}) => order("authorization", Orders.charge(1000, more)),
    /** The customer of the first order comes back from the issuer's page. */
    comeBack: Effect.suspend(() => comeBack(url, merchant.orders()[0]?.acknowledged?.uid ?? "unknown")),
    /** The acquirer tells the process in front all that it knows; one that is not there does not hear it. */
    acquirerTells: Effect.flatMap(url, (host) =>
      Effect.forEach(environment.acquirer.tellable(), ({ path, question }) =>
        Effect.ignore(Loopback.ask(`${host}${path}`, question))
      )
    ),
    start: Effect.tap(launch(), ({ url }) => url),
    /** Starts one more, and so many milliseconds have gone by meanwhile. */
    startLater: (millis: number) =>
      Effect.suspend(() => Effect.tap(launch({ ahead: ahead + millis }), ({ url }) => url)),
    front: () => front!,
    /** The first order's transaction. */
    uid: () => merchant.orders()[0]?.acknowledged?.uid ?? "unknown",
    /** Sets a trap in the process in front, if there is one. */
    set: (trap: Trap) => Effect.suspend(() => Effect.ignore(front?.tell({ _tag: "Set", trap }) ?? Effect.void)),
    /** Ends when a process has been killed by a trap. */
    crashed: Effect.flatMap(
      untilFound(() => environment.processes.find(({ reached }) => reached().some(({ action }) => action === "kill"))),
      ({ ended }) => ended
    )
  }
})
