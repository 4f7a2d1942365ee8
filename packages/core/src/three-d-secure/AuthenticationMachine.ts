/** The 3-D Secure machine: what the server's answers and the customer's returns lead to. */

import type { Stage } from "../cards/Authentication.js"
import * as Machine from "../machine/Machine.js"

/** `none`: the charge has not been accepted yet. */
export type State = "none" | Stage

/** `Begun`: the charge is accepted. `Returned`: the customer is back. All others are answers of the server. */
export type Trigger =
  | "Begun"
  | "MethodNeeded"
  | "ChallengeNeeded"
  | "Authenticated"
  | "Refused"
  | "NotEnrolled"
  | "NotConcluded"
  | "Returned"

/** The facts that conditions evaluate. */
export interface Facts {
  readonly isForced: boolean
  /** A challenge is open; otherwise the method step is. */
  readonly isChallenged: boolean
  /** The number of requests to the server so far. */
  readonly requests: number
}

/**
 * The most calls to the server for one charge. Each return that concludes nothing costs a call and two commits, so a
 * browser must not cause them without end.
 */
export const mostRequests = 10

/**
 * What follows for the charge.
 *
 * - `ask-server`: the server is called
 * - `wait`: the charge is `incomplete` until the customer returns
 * - `go-on`: the acquirer is called
 * - `fail`: the charge has failed
 */
export type SideEffect = "ask-server" | "wait" | "go-on" | "fail"

const forced = Machine.when<Facts>("3-D Secure is mandatory", (_) => _.isForced)
const optional = Machine.when<Facts>("3-D Secure is optional", (_) => !_.isForced)
const isSpent = (_: Facts): boolean => _.requests >= mostRequests
const challenged = Machine.when<Facts>("a challenge is open", (_) => _.isChallenged && !isSpent(_))
const identified = Machine.when<Facts>("the method step is open", (_) => !_.isChallenged && !isSpent(_))
const spent = Machine.when<Facts>(`the server was asked ${mostRequests} times`, isSpent)

/** Source: D16; D40: a return that concludes nothing, such as a forged one, leaves the step as it was. */
export const machine = Machine.make<State, Trigger, Facts, SideEffect>("3-D Secure authentication")((row) => [
  //   state        trigger            condition       next             other effects
  row("none", "Begun", Machine.always, "asked", "ask-server"),
  row("asked", "MethodNeeded", Machine.always, "method", "wait"),
  row("asked", "ChallengeNeeded", Machine.always, "challenge", "wait"),
  row("asked", "Authenticated", Machine.always, "authenticated", "go-on"),
  row("asked", "Refused", Machine.always, "failed", "fail"),
  row("asked", "NotEnrolled", optional, "not-enrolled", "go-on"),
  row("asked", "NotEnrolled", forced, "failed", "fail"),
  row("asked", "NotConcluded", challenged, "challenge", "wait"),
  row("asked", "NotConcluded", identified, "method", "wait"),
  row("asked", "NotConcluded", spent, "failed", "fail"),
  row("method", "Returned", Machine.always, "asked", "ask-server"),
  row("challenge", "Returned", Machine.always, "asked", "ask-server")
])
