/** What a verified message says. */
import { subscriptionToHost, toHost } from "../faces/camelCase.js"
import type {
  CardTransaction,
  Entitlements,
  Subscription,
  SubscriptionEventName,
  SubscriptionState,
  TransactionStatus,
  Transfer,
  UnpaidCheckout
} from "./documents.js"
import { type Meaning, meaningOf } from "./means.js"
import { WebhookRefused } from "./webhookRefused.js"

/** What every event has. */
export interface WebhookEventBase {
  /** The same at every attempt to deliver it. */
  readonly id: string
  /** What it is about: a transaction's uid, a subscription's or a customer's id, a checkout's token. */
  readonly subject: string
  /** Grows with every state of the subject: a lower one is older. */
  readonly sequence: number
}

/** A card's transaction has a new state. */
export interface CardEvent extends WebhookEventBase {
  readonly type: "card"
  /** What it means to the shop. */
  readonly means: Meaning
  /** The transaction in its new state. */
  readonly transaction: CardTransaction
}

/** An instant bank transfer has a new state. */
export interface TransferEvent extends WebhookEventBase {
  readonly type: "transfer"
  /** What it means to the shop. */
  readonly means: Meaning
  /** The transfer in its new state. */
  readonly transaction: Transfer
}

/** Something happened to a subscription. Its charges are told by events of their own. */
export interface SubscriptionEvent extends WebhookEventBase {
  readonly type: "subscription"
  /** What has happened to it, such as `renewed.subscription`. */
  readonly event: SubscriptionEventName
  /** The subscription as it stood then. */
  readonly subscription: Subscription
}

/** A customer may use something else than before. The subject is the customer's id. */
export interface EntitlementsEvent extends WebhookEventBase {
  readonly type: "entitlements"
  /** What the customer may use now. */
  readonly entitlements: Entitlements
}

/** A checkout has ended, and nobody has paid its order. Its attempts are told by events of their own. */
export interface CheckoutEvent extends WebhookEventBase {
  readonly type: "checkout"
  /** The order, and why it was not paid. */
  readonly checkout: UnpaidCheckout
}

/** What a newer Florin tells and this version does not know. */
export interface UnknownEvent extends WebhookEventBase {
  readonly type: "unknown"
  /** As it was sent, with the names of the wire. */
  readonly document: Readonly<Record<string, unknown>>
}

export type WebhookEvent =
  | CardEvent
  | TransferEvent
  | SubscriptionEvent
  | EntitlementsEvent
  | CheckoutEvent
  | UnknownEvent

type Members = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Each name once: a name that is missing or misspelled does not compile. */
const oneOf =
  <Name extends string>(names: Readonly<Record<Name, true>>) =>
  (value: unknown): value is Name =>
    typeof value === "string" && Object.hasOwn(names, value)

const isStatus = oneOf<TransactionStatus>({
  incomplete: true,
  pending: true,
  successful: true,
  failed: true,
  expired: true
})

const isCardType = oneOf<CardTransaction["type"]>({
  authorization: true,
  payment: true,
  charge: true,
  tokenization: true,
  capture: true,
  void: true,
  refund: true,
  credit: true,
  payout: true
})

const isTransferType = oneOf<Transfer["type"]>({ payment: true, refund: true, payout: true, proof: true })

const isMethod = oneOf<Transfer["methodType"]>({ sbp: true, sbp_data: true })

const isState = oneOf<SubscriptionState>({
  redirecting: true,
  trial: true,
  active: true,
  failed_attempt: true,
  error: true,
  failed: true,
  canceled: true,
  expired: true
})

const isSubscriptionEvent = oneOf<SubscriptionEventName>({
  "created.subscription": true,
  "renewed.subscription": true,
  "failed_attempt.subscription": true,
  "card_deleted.subscription": true,
  "canceled.subscription": true,
  "expired.subscription": true,
  "failed.subscription": true,
  "changed.subscription": true,
  "plan_changed.subscription": true,
  "end_scheduled.subscription": true,
  "end_withdrawn.subscription": true
})

type Body<Event> = Event extends WebhookEventBase ? Omit<Event, "id" | "sequence"> : never

// Only what a receiver decides by is looked at; that the rest fits its type, the signature vouches for.
const ofTransaction = (transaction: Members): Body<WebhookEvent> | undefined => {
  const { method_type: method, status, type, uid } = transaction
  if (typeof uid !== "string" || !isStatus(status)) return undefined
  const state = { status, message: typeof transaction.message === "string" ? transaction.message : null }
  if (method === undefined && isCardType(type)) {
    const meaning = meaningOf({ ...state, type })
    return { type: "card", subject: uid, means: meaning, transaction: toHost(transaction) as CardTransaction }
  }
  if (!isMethod(method) || !isTransferType(type)) return undefined
  const meaning = meaningOf({ ...state, type })
  return { type: "transfer", subject: uid, means: meaning, transaction: toHost(transaction) as Transfer }
}

const ofSubscription = ({ event, ...rest }: Members): Body<WebhookEvent> | undefined =>
  isSubscriptionEvent(event) && isState(rest.state) && typeof rest.id === "string"
    ? { type: "subscription", subject: rest.id, event, subscription: subscriptionToHost(rest) as Subscription }
    : undefined

const ofEntitlements = ({ event, ...rest }: Members): Body<WebhookEvent> | undefined => {
  const { customer, features } = rest
  return event === "entitlements.changed" && isObject(customer) && typeof customer.id === "string" && isObject(features)
    ? { type: "entitlements", subject: customer.id, entitlements: subscriptionToHost(rest) as Entitlements }
    : undefined
}

const ofCheckout = (checkout: Members): Body<WebhookEvent> | undefined =>
  checkout.status === "error" && typeof checkout.token === "string"
    ? { type: "checkout", subject: checkout.token, checkout: subscriptionToHost(checkout) as UnpaidCheckout }
    : undefined

/** What is unknown has an order of its own where it names nothing. */
const subjectOf = (id: string, document: Members): string => {
  const about = isObject(document.transaction) ? document.transaction.uid : document.id
  return typeof about === "string" ? about : id
}

const known = (document: Members): Body<WebhookEvent> | undefined =>
  isObject(document.transaction)
    ? ofTransaction(document.transaction)
    : (ofSubscription(document) ?? ofEntitlements(document) ?? ofCheckout(document))

const decoder = new TextDecoder("utf-8", { fatal: true })

const parsed = (body: Uint8Array): unknown => {
  try {
    return JSON.parse(decoder.decode(body))
  } catch {
    return undefined
  }
}

/**
 * Reads the body of a verified message.
 *
 * Errors: `WebhookRefused` `unreadable`.
 *
 * Source: interface, "Events"; D26, D33.
 */
export const read = (id: string, sequence: string, body: Uint8Array): WebhookEvent => {
  const document = parsed(body)
  if (!isObject(document)) throw new WebhookRefused("unreadable")
  const event = known(document) ?? { type: "unknown", subject: subjectOf(id, document), document }
  return { id, sequence: Number(sequence), ...event }
}
