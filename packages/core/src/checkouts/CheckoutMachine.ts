/** The state machine of a checkout. Source: D44. */
import * as Machine from "../machine/Machine.js"
import type { CheckoutState } from "./Checkout.js"

/** `none`: it does not exist yet. */
export type State = "none" | CheckoutState

/**
 * The events of a checkout.
 *
 * - `Created`: the customer can pay
 * - `AttemptBegun`: a transaction of it was accepted
 * - `AttemptSucceeded`: a transaction of it is successful, however late
 * - `AttemptFailed`: the attempt under way is over, and no money can move by it any more
 * - `AttemptUnsettled`: the attempt under way is over, but its provider approved it, or may have done so: an approval can
 *   still come out
 * - `TimePassed`: its time is over
 * - `Canceled`: the shop closes it
 */
export type Trigger =
  | "Created"
  | "AttemptBegun"
  | "AttemptSucceeded"
  | "AttemptFailed"
  | "AttemptUnsettled"
  | "TimePassed"
  | "Canceled"

export interface Facts {
  /** Another attempt is allowed. */
  readonly hasAttempts: boolean
  /** Its time is over. */
  readonly isOver: boolean
}

/**
 * What is committed with the new state.
 *
 * - `watch`: due work that ends it when its time is over
 * - `notify`: the webhook about an order that nobody has paid, which no transaction announces
 */
export type SideEffect = "watch" | "notify"

const { always, when } = Machine
const inTime = when<Facts>("Its time is not over", (_) => !_.isOver)
const over = when<Facts>("Its time is over", (_) => _.isOver)
const again = when<Facts>("Attempts and time are left", (_) => _.hasAttempts && !_.isOver)
const late = when<Facts>("Attempts are left, its time is over", (_) => _.hasAttempts && _.isOver)
const spent = when<Facts>("No attempt is left", (_) => !_.hasAttempts)

/** The states in which no attempt is under way: a success then is one that was told as a failure before. */
const settled: ReadonlyArray<CheckoutState> = ["open", "failed", "expired", "canceled"]

export const machine = Machine.make<State, Trigger, Facts, SideEffect>("checkout")((row) => [
  //   state     trigger             condition  next       other effects
  row("none", "Created", always, "open", "watch"),
  row("open", "AttemptBegun", inTime, "paying"),
  row("open", "TimePassed", over, "expired", "notify"),
  row("open", "Canceled", always, "canceled", "notify"),
  row("paying", "AttemptSucceeded", always, "paid"),
  row("paying", "AttemptFailed", again, "open", "watch"), // its due work may have found the attempt under way
  row("paying", "AttemptFailed", late, "expired", "notify"),
  row("paying", "AttemptFailed", spent, "failed"),
  row("paying", "AttemptUnsettled", always, "failed"), // a second attempt could succeed beside it
  ...settled.map((state) => row(state, "AttemptSucceeded", always, "paid")) // D40: corrected after the end
])
