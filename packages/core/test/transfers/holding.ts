/** Transfers in a map, and the stores over it that commit their changes one after the other. */

import * as Operations from "@florin/core/commits/Commit"
import type * as Reads from "@florin/core/commits/Reads"
import * as Worker from "@florin/core/due-work/Worker"
import { Shop, ShopDirectory, Unauthorized } from "@florin/core/shops/Shop"
import type { Transaction } from "@florin/core/transactions/Transaction"
import { type ParentTotals, TransactionDocuments, TransactionStore } from "@florin/core/transactions/TransactionStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { reported, shopWith, shown, totals } from "../samples.js"

/** What one operation did: its name, its writes or its refusal, and what the listeners are told. */
export interface Committed {
  readonly name: string
  readonly did: string | ReadonlyArray<string>
  readonly reported: ReadonlyArray<string>
}

export interface Held {
  readonly rows: Map<string, Transaction>
  readonly commits: Array<Committed>
}

export const holding = (...all: ReadonlyArray<Transaction>): Held => ({
  rows: new Map(all.map((one) => [one.uid, one])),
  commits: []
})

/** Pending and successful refunds count. */
const refundedOf = ({ rows }: Held, parent: string): ParentTotals => {
  const counting = ["pending", "successful"]
  const refunds = [...rows.values()].filter(
    ({ parentUid, status, type }) => parentUid === parent && type === "refund" && counting.includes(status)
  )
  return totals({
    refunded: refunds.reduce((sum, { amount }) => sum + amount, 0),
    pending: refunds.filter(({ status }) => status === "pending").length
  })
}

const readFrom = (held: Held, read: Reads.Read): Transaction | ParentTotals | undefined => {
  if (read._tag === "ParentTotals") return refundedOf(held, read.parent)
  if (read._tag !== "Transaction") throw new Error(`${read._tag} is not read here`)
  const found = held.rows.get(read.uid)
  return found?.shop === read.shop && (read.paidBy !== "transfer" || found.method !== undefined) ? found : undefined
}

const performedIn = <Facts, Answer, Refusal>(
  held: Held,
  { decide, load, name }: Operations.Commit<Facts, Answer, Refusal>
): Operations.CommitOutcome<Answer, Refusal> => {
  const facts = Object.entries<Reads.Read>(load).map(([fact, read]) => [fact, readFrom(held, read)])
  const decision = decide(Object.fromEntries(facts) as Facts)
  held.commits.push({ name, did: shown(decision as never), reported: reported(decision) })
  if (decision._tag === "Refused") return { _tag: "Failed", error: decision.refusal }
  for (const write of decision.writes) {
    if (write._tag === "ReplaceTransaction") held.rows.set(write.transaction.uid, write.transaction)
  }
  return { _tag: "Committed", answer: decision.answer, wakeAt: decision.wakeAt }
}

const outcomeOf: typeof performedIn = (held, operation) => {
  try {
    return performedIn(held, operation)
  } catch (defect) {
    return { _tag: "Died", defect }
  }
}

const shop = shopWith({ notificationUrl: "https://shop.example/hook" })

const unread = Effect.dieMessage("It is not read here")

/** The services of core that commit changes of the transfers held. */
export const layerOf = (held: Held) =>
  Layer.mergeAll(
    Layer.succeed(
      Operations.CommitStore,
      Operations.CommitStore.of({
        submit: (operation, done) => queueMicrotask(() => done(outcomeOf(held, operation)))
      })
    ),
    Layer.succeed(
      TransactionStore,
      TransactionStore.of({
        find: (shop, uid) =>
          Effect.sync(() => Option.filter(Option.fromNullable(held.rows.get(uid)), (found) => found.shop === shop)),
        findPublic: (uid) => Effect.sync(() => Option.fromNullable(held.rows.get(uid))),
        ...{ findByTrackingId: () => unread, created: () => unread, moved: () => unread },
        ...{ findAll: () => unread, findByReference: () => unread, history: () => unread, newest: () => unread },
        ...{ note: () => unread, keepNote: () => unread, ofCustomer: () => unread }
      })
    ),
    Layer.succeed(
      ShopDirectory,
      ShopDirectory.of({
        find: (id) => Effect.succeed(id === shop.id ? Option.some(Shop.make(shop)) : Option.none()),
        authenticate: () => new Unauthorized()
      })
    ),
    Layer.succeed(
      TransactionDocuments,
      TransactionDocuments.of({ encode: ({ status, version }) => `${version} ${status}`, returnUrl: () => "" })
    ),
    Worker.layer
  )
