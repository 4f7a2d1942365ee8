/** What a merchant sees of its subscriptions, and what of it has to agree with the acquirer and the notifications. */
import * as Arr from "effect/Array"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Entry } from "./AcquirerLedger.js"
import * as Auditor from "./Auditor.js"
import type { Document, Posted } from "./Merchant.js"
import type { Delivery } from "./Receiver.js"

/** What of a subscription is compared. */
export const Subscription = Schema.Struct({
  id: Schema.String,
  state: Schema.String,
  tracking_id: Schema.NullOr(Schema.String),
  renew_at: Schema.NullOr(Schema.String),
  paused_at: Schema.NullOr(Schema.String),
  paid_billing_cycles: Schema.Number,
  plan: Schema.Struct({
    plan: Schema.Struct({ amount: Schema.Number, interval: Schema.Number, interval_unit: Schema.String })
  }),
  last_transaction: Schema.NullOr(Schema.Struct({ uid: Schema.String, status: Schema.String }))
})

export interface Subscription extends Schema.Schema.Type<typeof Subscription> {}

/** Reads a page of the list. */
export const decodePage = Schema.decodeUnknown(Schema.Array(Subscription))

/** What is known when all charges have their outcome. */
export interface Evidence {
  readonly subscriptions: ReadonlyArray<Subscription>
  /** The charges of each subscription's tracking id, by that id. */
  readonly charges: ReadonlyMap<string, ReadonlyArray<Document>>
  readonly ledger: ReadonlyArray<Entry>
  readonly deliveries: ReadonlyArray<Delivery>
  /** What the merchant posted. Default: not looked at. */
  readonly posts?: ReadonlyArray<Posted>
  /**
   * A renewal that was due before is lost. Unit: milliseconds since 1970, on the gateway's clock. Default: none is.
   */
  readonly dueBy?: number
  /** How many cycles of a subscription its balance has paid, so that no charge stands for them. Default: none. */
  readonly freeCycles?: number | undefined
}

type Lines = ReadonlyArray<string>

/** The states in which a subscription is charged again. */
const running: ReadonlyArray<string> = ["trial", "active", "failed_attempt", "error"]

/** The status that was announced last of everything that was announced, by its id. */
export const lastReported = (deliveries: ReadonlyArray<Delivery>): ReadonlyMap<string, string> =>
  new Map(deliveries.map(({ status, uid }) => [uid, status]))

/** Whether its charge has its outcome, and the last notification says how it stands. */
export const isSettled = (subscription: Subscription, reported: ReadonlyMap<string, string>): boolean => {
  const { id, last_transaction: last, state } = subscription
  if (last !== null && !Auditor.isFinal(last)) return false
  return state === "redirecting" || reported.get(id) === state
}

const decodeId = Schema.decodeUnknownOption(Schema.Struct({ id: Schema.String }))

/** Subscriptions that the merchant was told of, and that are not there. */
const gone = (posts: ReadonlyArray<Posted>, subscriptions: ReadonlyArray<Subscription>): Lines => {
  const ids = new Set(subscriptions.map(({ id }) => id))
  return posts.flatMap(({ answer, path, status }) => {
    if (path !== "/subscriptions" || status !== 201) return []
    const id = Option.getOrUndefined(decodeId(answer))?.id
    return id !== undefined && ids.has(id) ? [] : [`${id}: created, and not there`]
  })
}

const hour = 3_600_000

/** Charges that succeeded in one cycle. Only cycles of hours are told apart here, and by one clock. */
const crowded = ({ id, plan: { plan } }: Subscription, charges: ReadonlyArray<Document>): Lines => {
  if (plan.interval_unit !== "hour") return []
  const paid = charges.filter(({ amount, status }) => status === "successful" && amount > 0)
  const times = paid.map(({ created_at: from = "", updated_at: until = "" }) => ({
    from: Date.parse(from),
    until: Date.parse(until)
  }))
  const [first, ...others] = times.sort((a, b) => a.from - b.from)
  if (first === undefined) return []
  const cycles = [0, ...others.map(({ from }) => Math.floor((from - first.until) / (plan.interval * hour)))]
  return cycles.flatMap((cycle, index) =>
    index > 0 && cycle <= cycles[index - 1]! ? [`${id}: cycle ${cycle} was charged twice`] : []
  )
}

/** Whether it was due before that instant, in milliseconds since 1970, and has not been charged. */
export const isDue = ({ paused_at, renew_at, state }: Subscription, by: number): boolean =>
  running.includes(state) && paused_at === null && renew_at !== null && Date.parse(renew_at) < by

const due = (subscription: Subscription, dueBy: number): Lines => {
  const { id, paused_at, renew_at, state } = subscription
  if (isDue(subscription, dueBy)) return [`${id}: due since ${renew_at}, and not charged`]
  const isForgotten = running.includes(state) && paused_at === null && renew_at === null
  return isForgotten ? [`${id}: ${state}, and never charged again`] : []
}

/** How many charges of the plan's amount stand at the acquirer, for all subscriptions with a tracking id. */
const progress = (ledger: ReadonlyArray<Entry>) => {
  const approved = ledger.filter(({ declined }) => declined === undefined)
  const reversed = new Set(approved.flatMap(({ key, parent }) => (Auditor.isReversal(key) && parent ? [parent] : [])))
  const charges = approved.filter(({ key }) => !Auditor.isReversal(key) && !reversed.has(key))
  const byIntent = Arr.groupBy(charges, ({ intent }) => intent ?? "")
  return (id: string, amount: number): number => byIntent[id]?.filter((_) => _.amount === amount).length ?? 0
}

/**
 * Compares subscriptions with the ledger and the notifications, one subscription for each tracking id; the amount of a trial
 * differs from the plan's. Their charges themselves are compared by `Auditor.check`.
 */
export const check = ({
  charges,
  deliveries,
  dueBy = Number.NEGATIVE_INFINITY,
  freeCycles = 0,
  ledger,
  posts = [],
  subscriptions
}: Evidence): Auditor.Findings => {
  const stands = progress(ledger)
  const byId = Arr.groupBy(subscriptions, (_) => _.tracking_id ?? _.id)
  const books = Object.entries(byId).map(([id, all]) => ({
    id,
    all,
    paid: all.reduce((sum, _) => sum + _.paid_billing_cycles, 0),
    stand: stands(id, all[0]!.plan.plan.amount) + freeCycles
  }))
  const each = (find: (subscription: Subscription) => Lines): Lines => subscriptions.flatMap(find)
  const reported = lastReported(deliveries)
  return {
    lost: [...gone(posts, subscriptions), ...each((_) => due(_, dueBy))],
    doubled: [
      ...books.flatMap(({ all, id }) => (all.length > 1 ? [`${id}: ${all.length} subscriptions`] : [])),
      ...each((_) => crowded(_, charges.get(_.tracking_id ?? "") ?? []))
    ],
    unresolved: [
      ...posts.filter(({ status }) => status === undefined).map(({ path }) => `${path}: never answered`),
      ...each(({ id, last_transaction: last }) =>
        last === null || Auditor.isFinal(last) ? [] : [`${id}: its charge is still ${last.status}`]
      )
    ],
    contradicted: books.flatMap(({ id, paid, stand }) =>
      paid === stand ? [] : [`${id}: ${paid} cycles are paid, and ${stand} charges stand`]
    ),
    unannounced: each(({ id, state }) =>
      state === "redirecting" || reported.get(id) === state
        ? []
        : [`${id}: ${state}, and last announced as ${reported.get(id)}`]
    ),
    misordered: []
  }
}
