/** What the accepting commit of a charge wrote: recording its outcome need not read it again if it still stands. */

import type { CardTransaction } from "../../cards/CardTransaction.js"
import type { Write } from "../../commits/Write.js"
import type { Subscription } from "../../subscriptions/Subscription.js"

type About = NonNullable<CardTransaction["subscription"]>

/** By the identity of a transaction's member, which lives as long as this process works on the transaction. */
const subscriptions = new WeakMap<About, Subscription>()

/** Remembers a subscription that was written with its charge. */
export const remember = (about: About, writes: ReadonlyArray<Write>): void => {
  for (const write of writes) {
    if (write._tag === "InsertSubscription" || write._tag === "ReplaceSubscription") {
      subscriptions.set(about, write.subscription)
    }
  }
}

/** Undefined in a process that did not accept the charge. */
export const find = (about: About): Subscription | undefined => subscriptions.get(about)
