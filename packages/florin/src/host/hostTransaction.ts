/** Whether code of a host runs in its `onCommit`, or was begun there. Source: D43. */
import { AsyncLocalStorage } from "node:async_hooks"

const inside = new AsyncLocalStorage<boolean>()

/** Runs a listener of commits. What it begins stays within, also when nothing waits for it. */
export const within = <A>(listener: () => A): A => inside.run(true, listener)

/** Runs what is Florin's own, on whatever call it runs. */
export const outside = <A>(own: () => A): A => (inside.getStore() === true ? inside.run(false, own) : own())

export const isWithin = (): boolean => inside.getStore() === true
