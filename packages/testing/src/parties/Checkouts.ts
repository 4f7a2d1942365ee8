/** Compares what the gateway says of checkouts with the acquirer's books. Source: D44. */
import * as Schema from "effect/Schema"
import type { Entry } from "./AcquirerLedger.js"
import * as Auditor from "./Auditor.js"
import type { Posted } from "./Merchant.js"

/** Where checkouts are created. */
export const path = "/ctp/api/checkouts"

/** What of a checkout is compared. Its tracking id is its own. */
const Document = Schema.Struct({
  token: Schema.String,
  finished: Schema.Boolean,
  status: Schema.String,
  order: Schema.Struct({ amount: Schema.Number, tracking_id: Schema.String })
})

export type Document = typeof Document.Type

export const decode = Schema.decodeUnknown(Schema.Struct({ checkout: Document }))

const decodeCreated = Schema.decodeUnknownSync(Schema.Struct({ checkout: Schema.Struct({ token: Schema.String }) }))

/** The tokens of those that a merchant has created. */
export const tokensOf = (posts: ReadonlyArray<Posted>): ReadonlyArray<string> =>
  posts
    .filter((posted) => posted.path === path && posted.status === 201)
    .map(({ answer }) => decodeCreated(answer).checkout.token)

/** An attempt of it is under way, or its outcome is unknown. */
export const isPaying = ({ finished, status }: Document): boolean =>
  !finished && (status === "pending" || status === "incomplete")

const isPaid = ({ finished, status }: Document): boolean => finished && status === "successful"

/** What is wrong, a line each: a paid checkout has moved its amount once, and no other has moved anything. */
export const check = (checkouts: ReadonlyArray<Document>, ledger: ReadonlyArray<Entry>): Auditor.Findings => {
  const charges = Auditor.chargesIn(ledger)
  const movements = ({ order }: Document) => charges.filter(({ intent }) => intent === order.tracking_id)
  return {
    ...{ lost: [], unannounced: [], misordered: [] },
    doubled: checkouts.flatMap((checkout) => {
      const { length } = movements(checkout)
      return length > 1 ? [`checkout ${checkout.token}: ${length} charges stand`] : []
    }),
    unresolved: checkouts.filter(isPaying).map(({ status, token }) => `checkout ${token}: still ${status}`),
    contradicted: checkouts.flatMap((checkout) => {
      const moved = movements(checkout)
      const isRight = isPaid(checkout) ? moved[0]?.amount === checkout.order.amount : moved.length === 0
      return isRight ? [] : [`checkout ${checkout.token}: ${checkout.status}, and ${moved.length} charges stand`]
    })
  }
}
