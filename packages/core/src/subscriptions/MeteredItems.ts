/** Whose usage is counted. Source: D63. */
import type { Item } from "../terms/Item.js"
import type { Subscription } from "./Subscription.js"

/** What a subscription consists of, now and next. */
type WithItems = Pick<Subscription, "attempts" | "dueItems" | "items" | "nextItems">

/** The items of the cycle that follows. What is scheduled while a renewal is retried comes after that one. */
export const nextCycleItems = ({ attempts, dueItems, items, nextItems }: WithItems): Subscription["items"] =>
  dueItems ?? (attempts === 0 ? nextItems : undefined) ?? items

export const isMetered = ({ price }: Item): boolean => price.kind === "metered"

/** Whether the usage so far is that of a trial, which is not charged: also while the charge after it is retried. */
export const isOfTrial = ({ cycle, paid, state, usageCycle = 0 }: Subscription): boolean =>
  state === "trial" || (paid === undefined && usageCycle === 0 && cycle === 0)

/** Whether usage is counted, of this cycle or of the one that follows. */
export const hasMetered = (subscription: WithItems): boolean =>
  [subscription.items, nextCycleItems(subscription)].some((items = []) => items.some(isMetered))
