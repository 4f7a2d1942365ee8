/** How what became of a key is found: by reference, by the documents of its parent, else by search and by lists. */
import type { QueriedOperation } from "@florin/core/cards/Acquirer"
import type { AcquirerKey } from "@florin/core/ids/Ids"
import type { Amount } from "@florin/core/money/Amount"
import type { Currency } from "@florin/core/money/Currency"
import { Unclear } from "@florin/exchange/Exchange"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import type * as Schema from "effect/Schema"
import { counted } from "./amounts.js"
import type { Client, SdkCall } from "./client.js"
import { Intent, Labelled, Page, Refund, read, readBody, Setup } from "./documents.js"
import { listed } from "./lists.js"
import { keyName, keyOf, type Mark, type Marked, markOf } from "./marks.js"
import { done, ofIntent, ofRefund, ofSetup, type Word } from "./words.js"

type Found<A> = Effect.Effect<Option.Option<A>, Unclear>

/** How far the clock of Stripe may be from that by which a request was dated. */
const slack = Duration.minutes(5)

const both = { expand: ["latest_charge"] }

const seconds = (at: DateTime.Utc): number => Math.floor(DateTime.toEpochMillis(at) / 1000)

const withKey = (key: string) => (entry: { readonly metadata?: Intent["metadata"] }) => keyOf(entry.metadata) === key

/** A reference that Stripe may have made, of that kind. */
const isA = (prefix: string, reference: string | null | undefined): reference is string =>
  new RegExp(`^${prefix}_[A-Za-z0-9_]{1,200}$`).test(reference ?? "")

export const isIntentId = (reference: string | null | undefined): reference is string => isA("pi", reference)

/** Our own clock, with which requests are dated, must agree with Stripe's: else a window of time finds nothing. */
const agrees = (date: string | undefined, now: DateTime.Utc): boolean => {
  const theirs = Date.parse(date ?? "")
  const apart = Math.abs(theirs - DateTime.toEpochMillis(now))
  return !Number.isNaN(theirs) && apart <= Duration.toMillis(slack) - 30_000
}

/** What is held no longer and was not captured. */
const releasedOf = ({ amount, amount_received, status }: Intent): number =>
  status === "canceled" || status === "succeeded" ? amount - amount_received : 0

/** Whether a mark is in effect. That of a void is there before the hold is released. */
export const isInEffect = (intent: Intent, { amount, kind }: Mark): boolean =>
  kind === "capture" || releasedOf(intent) === counted(amount as Amount, intent.currency.toUpperCase() as Currency)

/** With what is looked. */
export interface Looking {
  readonly client: Client
  readonly inFlightWindow: Duration.Duration
}

const bodyOf = <A, I>({ client }: Looking, answer: Schema.Schema<A, I>, call: SdkCall): Found<A> =>
  Effect.flatMap(client.look(call), (reply) => {
    if (reply.status === 404) return Effect.succeedNone
    return reply.status === 200
      ? Either.map(readBody(answer)(reply), Option.some)
      : new Unclear({ because: `it answered a question with ${reply.status}` })
  })

const missing = new Unclear({ because: "it does not know what it reported as its reference", isAlarm: true })

const another = new Unclear({ because: "what it reported belongs to another request", isAlarm: true })

/** The intent of that id, which Stripe has reported. */
export const intent = (looking: Looking, id: string): Effect.Effect<Intent, Unclear> =>
  Effect.flatMap(
    bodyOf(looking, Intent, (sdk, options) => sdk.paymentIntents.retrieve(id, both, options)),
    Option.match({ onNone: () => missing, onSome: Effect.succeed })
  )

/** A search finds what it has indexed, minutes later. What it does not find may be there all the same. */
const searched = ({ client }: Looking, key: AcquirerKey): Found<Intent> => {
  const query = `metadata['${keyName}']:'${key.replace(/[\\']/g, "\\$&")}'`
  return client
    .ask(Page, (sdk, options) => sdk.paymentIntents.search({ query, expand: ["data.latest_charge"] }, options))
    .pipe(
      Effect.flatMap(({ data }) => Either.all(data.map(read(Intent)))),
      Effect.map((found) => Option.fromNullable(found.find(withKey(key)))),
      Effect.orElseSucceed(() => Option.none())
    )
}

/** A list by time is read only if it can hold what is looked for. */
const inTime = ({ client }: Looking, now: DateTime.Utc): Effect.Effect<void, Unclear> =>
  Effect.flatMap(
    client.look((sdk, options) => sdk.paymentIntents.list({ limit: 1 }, options)),
    ({ header, status }) => {
      if (status !== 200) return new Unclear({ because: `it answered a question with ${status}` })
      return agrees(header("date"), now)
        ? Effect.void
        : new Unclear({
            because: "its clock is minutes apart from ours, and hides what it lists by time",
            isAlarm: true
          })
    }
  )

/** A request, and when it can have arrived. `now` by our own clock. */
export interface Sent {
  readonly key: AcquirerKey
  readonly from: DateTime.Utc
  readonly to: DateTime.Utc
  readonly now: DateTime.Utc
}

/** Seconds of Stripe's clock, both included. */
interface Created {
  readonly gte: number
  readonly lte: number
}

/** A busy account makes thousands of documents in such a time, and one list is read page after page: several are at once. */
const listsAtOnce = 6

/** When Stripe can have made what a request asked for, in parts that follow each other. */
export const createdIn = ({ from, to }: Pick<Sent, "from" | "to">): ReadonlyArray<Created> => {
  const first = seconds(DateTime.subtractDuration(from, slack))
  const last = seconds(DateTime.addDuration(to, slack)) + 1
  const length = Math.ceil((last - first + 1) / listsAtOnce)
  return Array.from({ length: listsAtOnce }, (_, index) => {
    const gte = first + index * length
    return { gte, lte: Math.min(last, gte + length - 1) }
  })
}

/** Unit: seconds. What arrived at all was most often made so soon, by clocks that agree. */
const soon = { before: 1, after: 10 }

/** When Stripe has most often made what a request asked for. */
export const likelyCreatedIn = ({ from }: Pick<Sent, "from">): Created => ({
  gte: seconds(from) - soon.before,
  lte: seconds(from) + soon.after
})

/** The id of what a request has made, among all that was made about then. None: Stripe has never had the request. */
const made = Effect.fnUntraced(function* (
  looking: Looking,
  sent: Sent,
  listing: (created: Created) => Parameters<typeof listed>[2]
) {
  yield* inTime(looking, sent.now)
  const isOurs = withKey(sent.key)
  const within = (created: Created) => listed(looking.client, Labelled, listing(created), isOurs)
  // A page or two, in place of some dozen.
  const likely = (yield* within(likelyCreatedIn(sent))).find(isOurs)
  if (likely !== undefined) return Option.some(likely.id)
  const lists = yield* Effect.forEach(createdIn(sent), within, { concurrency: "unbounded" })
  return Option.fromNullable(lists.flat().find(isOurs)?.id)
})

/** The intent of a charge. None: Stripe has never had the request. */
export const charge = Effect.fnUntraced(function* (looking: Looking, sent: Sent) {
  const quick = yield* searched(looking, sent.key)
  if (Option.isSome(quick)) return quick
  const id = yield* made(
    looking,
    sent,
    (created) => (sdk, page, options) => sdk.paymentIntents.list({ created: { ...created }, ...page }, options)
  )
  return yield* Effect.transposeMapOption(id, (found) => intent(looking, found))
})

const check = (looking: Looking, id: string): Found<Setup> =>
  bodyOf(looking, Setup, (sdk, options) => sdk.setupIntents.retrieve(id, { expand: ["payment_method"] }, options))

/** A check without an amount. There is no search for them. */
export const setup = Effect.fnUntraced(function* (looking: Looking, sent: Sent) {
  const id = yield* made(
    looking,
    sent,
    (created) => (sdk, page, options) => sdk.setupIntents.list({ created: { ...created }, ...page }, options)
  )
  return Option.isNone(id) ? Option.none() : yield* check(looking, id.value)
})

/** A refund. They cannot be searched, and those of one intent are few. */
export const refund = ({ client }: Looking, key: AcquirerKey, parent: string): Found<Refund> =>
  Effect.map(
    listed(client, Refund, (sdk, page, options) => sdk.refunds.list({ payment_intent: parent, ...page }, options)),
    (all) => Option.fromNullable(all.find(withKey(key)))
  )

/** The intent on which a capture or a void is in effect. */
export const marked = (looking: Looking, kind: Marked, key: AcquirerKey, parent: string): Found<Intent> =>
  Effect.map(intent(looking, parent), (found) => {
    const mark = markOf(found.metadata, kind, key)
    return mark !== undefined && isInEffect(found, mark) ? Option.some(found) : Option.none()
  })

const sentBy = (
  { inFlightWindow }: Looking,
  key: AcquirerKey,
  { sentAt }: QueriedOperation,
  now: DateTime.Utc
): Sent => ({
  key,
  now,
  from: sentAt,
  to: DateTime.addDuration(sentAt, inFlightWindow)
})

/** Whether the terms of an intent, or of a refund, are those of a request. */
export const isOf = (
  { amount, currency }: Pick<Intent, "amount" | "currency">,
  units: number | undefined,
  wanted: Currency
): boolean => amount === units && currency === wanted.toLowerCase()

/** Whether it is of what is asked about: else another request has our key, and says nothing of this one. */
const isOfOperation = (
  document: Pick<Intent, "amount" | "currency">,
  { amount, currency }: QueriedOperation
): boolean => isOf(document, counted(amount, currency), currency)

const ofCharge = Effect.fnUntraced(function* (looking: Looking, sent: Sent, about: QueriedOperation) {
  const { reference } = about
  const found = isIntentId(reference) ? Option.some(yield* intent(looking, reference)) : yield* charge(looking, sent)
  if (Option.isNone(found)) return Option.none()
  if (!withKey(sent.key)(found.value) || !isOfOperation(found.value, about)) return yield* another
  return Option.some(yield* ofIntent(found.value))
})

const ofCheck = Effect.fnUntraced(function* (looking: Looking, sent: Sent, reference: string | undefined) {
  const isKnown = isA("seti", reference)
  const found = isKnown ? yield* check(looking, reference) : yield* setup(looking, sent)
  if (Option.isNone(found)) return isKnown ? yield* missing : Option.none()
  if (!withKey(sent.key)(found.value)) return yield* another
  return Option.some(yield* ofSetup(found.value))
})

const ofMoneyBack = Effect.fnUntraced(function* (
  looking: Looking,
  key: AcquirerKey,
  about: QueriedOperation,
  parent: string
) {
  const found = yield* refund(looking, key, parent)
  if (Option.isNone(found)) return Option.none()
  return isOfOperation(found.value, about) ? Option.some(yield* ofRefund(found.value)) : yield* another
})

/** A capture or a void is of the amount in its mark, in the currency of its intent. */
const ofMark = (found: Intent, kind: Marked, key: AcquirerKey, { amount, currency }: QueriedOperation): boolean =>
  markOf(found.metadata, kind, key)?.amount === amount && found.currency === currency.toLowerCase()

const ofChild = Effect.fnUntraced(function* (looking: Looking, key: AcquirerKey, about: QueriedOperation) {
  const { kind, parentReference } = about
  if (!isIntentId(parentReference)) {
    return yield* new Unclear({ because: "the reference of what it follows is not known", isAlarm: true })
  }
  if (kind !== "refund") {
    const marking = kind === "capture" ? "capture" : "void"
    const found = yield* marked(looking, marking, key, parentReference)
    if (Option.isSome(found) && !ofMark(found.value, marking, key, about)) return yield* another
    if (Option.isSome(found) || kind === "capture") return Option.map(found, ({ id }) => done(id))
  }
  // The void of a payment is a refund there.
  return yield* ofMoneyBack(looking, key, about, parentReference)
})

/** What became of a request. `now` by the gateway's clock. */
export const status = (looking: Looking, key: AcquirerKey, about: QueriedOperation, now: DateTime.Utc): Found<Word> => {
  switch (about.kind) {
    case "authorization":
    case "payment":
      return ofCharge(looking, sentBy(looking, key, about, now), about)
    case "tokenization":
      return ofCheck(looking, sentBy(looking, key, about, now), about.reference)
    case "capture":
    case "void":
    case "refund":
      return ofChild(looking, key, about)
    case "credit":
    case "payout":
      return Effect.succeedNone
  }
}
