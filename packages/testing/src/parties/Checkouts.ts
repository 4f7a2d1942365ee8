/** Compares what the gateway says of checkouts with the books of the acquirer and of the bank. Source: D44. */
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Entry } from "./AcquirerLedger.js"
import * as Auditor from "./Auditor.js"
import type { Account } from "./BankLedger.js"
import type { Posted } from "./Merchant.js"
import { isLate } from "./Transfers.js"

/** Where checkouts are created. */
export const path = "/ctp/api/checkouts"

/** What of a checkout is compared. Its tracking id is its own. */
const Document = Schema.Struct({
  token: Schema.String,
  finished: Schema.Boolean,
  status: Schema.String,
  order: Schema.Struct({
    amount: Schema.Number,
    tracking_id: Schema.String,
    expired_at: Schema.optional(Schema.NullOr(Schema.String))
  }),
  /** The last attempt, under the name of its type. */
  gateway_response: Schema.NullOr(
    Schema.Record({ key: Schema.String, value: Schema.Struct({ uid: Schema.String, status: Schema.String }) })
  )
})

export type Document = typeof Document.Type

export const decode = Schema.decodeUnknown(Schema.Struct({ checkout: Document }))

const decodeCreated = Schema.decodeUnknownOption(Schema.Struct({ checkout: Schema.Struct({ token: Schema.String }) }))

/** The token of one that was created, in the answer; undefined: it was refused. */
export const tokenOf = (answer: unknown): string | undefined =>
  Option.getOrUndefined(Option.map(decodeCreated(answer), ({ checkout }) => checkout.token))

/** The tokens of those that a merchant has created. */
export const tokensOf = (posts: ReadonlyArray<Posted>): ReadonlyArray<string> =>
  posts.filter((posted) => posted.path === path && posted.status === 201).flatMap(({ answer }) => tokenOf(answer) ?? [])

/** An attempt of it is under way, or its outcome is unknown. */
export const isPaying = ({ finished, status }: Document): boolean =>
  !finished && (status === "pending" || status === "incomplete")

const isPaid = ({ finished, status }: Document): boolean => finished && status === "successful"

/** Its time is over, and it has no end. */
const isOverdue = ({ finished, order: { expired_at } }: Document, dueBy: number): boolean =>
  !finished && expired_at != null && Date.parse(expired_at) < dueBy

/**
 * What is wrong, a line each: a paid checkout has moved its amount once, and no other has moved anything. `dueBy`: those
 * whose time was over by then have their end; milliseconds since 1970. `accounts`: of the bank; what a customer paid too late
 * goes back, and does not count. Default: none.
 */
export const check = (
  checkouts: ReadonlyArray<Document>,
  ledger: ReadonlyArray<Entry>,
  dueBy = Number.NEGATIVE_INFINITY,
  accounts: ReadonlyArray<Account> = []
): Auditor.Findings => {
  const transfers = accounts.filter((one) => one.kind === "payment" && one.moved.length > 0 && !isLate(one))
  const charges = [...Auditor.chargesIn(ledger), ...transfers]
  const movements = ({ order }: Document) => charges.filter(({ intent }) => intent === order.tracking_id)
  return {
    lost: [],
    unannounced: [],
    misordered: [],
    doubled: checkouts.flatMap((checkout) => {
      const { length } = movements(checkout)
      return length > 1 ? [`checkout ${checkout.token}: ${length} charges stand`] : []
    }),
    unresolved: [
      ...checkouts.filter(isPaying).map(({ status, token }) => `checkout ${token}: still ${status}`),
      ...checkouts
        .filter((one) => !isPaying(one) && isOverdue(one, dueBy))
        .map(({ token }) => `checkout ${token}: overdue`)
    ],
    contradicted: checkouts.flatMap((checkout) => {
      const moved = movements(checkout)
      const isRight = isPaid(checkout) ? moved[0]?.amount === checkout.order.amount : moved.length === 0
      return isRight ? [] : [`checkout ${checkout.token}: ${checkout.status}, and ${moved.length} charges stand`]
    })
  }
}
