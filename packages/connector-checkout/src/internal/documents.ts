/**
 * Documents of Checkout.com's API, as far as they are read: its public reference, read in November 2026. All of its
 * documents may get further members, and its ids other prefixes, without notice.
 */
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"

/** For display only: a value of another kind is dropped and doesn't invalidate the document. */
const shown = Schema.optional(Schema.Unknown)

/** Used in paths. */
export const Id = Schema.String.pipe(Schema.pattern(/^[A-Za-z0-9_-]{1,64}$/))

const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optional(Schema.NullOr(schema))

/** The customer's browser is sent there, so it is nothing but a web address. */
const Link = Schema.Struct({
  href: Schema.String.pipe(Schema.pattern(/^https?:\/\/[^\s"'<>\u0000\ud800-\udfff]{1,2000}$/u))
})

/** What it says of the card behind a payment. `id` is the instrument that stands for it from then on. */
export const Source = Schema.Struct({
  id: shown,
  type: shown,
  scheme: shown,
  last4: shown,
  bin: shown,
  expiry_month: shown,
  expiry_year: shown,
  name: shown,
  avs_check: shown,
  cvv_check: shown
})

export interface Source extends Schema.Schema.Type<typeof Source> {}

const Processing = Schema.Struct({ retrieval_reference_number: shown, acquirer_transaction_id: shown })

/** Unit: as the vendor counts the currency. */
const Balances = Schema.Struct({
  available_to_void: optional(Schema.Number),
  available_to_capture: optional(Schema.Number),
  available_to_refund: optional(Schema.Number)
})

/** A payment: the answer to `POST /payments` and to `GET /payments/{id}`, and an entry of the list by reference. */
export const Payment = Schema.Struct({
  id: Id,
  status: Schema.String,
  reference: optional(Schema.String),
  amount: optional(Schema.Number),
  currency: optional(Schema.String),
  approved: optional(Schema.Boolean),
  response_code: shown,
  response_summary: shown,
  auth_code: shown,
  scheme_id: shown,
  requested_on: shown,
  processed_on: shown,
  source: optional(Source),
  customer: Schema.optional(Schema.NullOr(Schema.Struct({ id: shown }))),
  processing: optional(Processing),
  balances: optional(Balances),
  "3ds": Schema.optional(Schema.NullOr(Schema.Struct({ authentication_response: shown, enrolled: shown }))),
  _links: optional(Schema.Struct({ redirect: optional(Link) }))
})

export interface Payment extends Schema.Schema.Type<typeof Payment> {}

/** `GET /payments?reference=`. */
export const PaymentList = Schema.Struct({ total_count: optional(Schema.Number), data: Schema.Array(Payment) })

/** One step of a payment's life: `GET /payments/{id}/actions`. */
export const Action = Schema.Struct({
  id: Id,
  type: Schema.String,
  reference: optional(Schema.String),
  amount: optional(Schema.Number),
  approved: optional(Schema.Boolean),
  auth_code: shown,
  response_code: shown,
  response_summary: shown,
  processed_on: shown,
  processing: optional(Processing)
})

export interface Action extends Schema.Schema.Type<typeof Action> {}

export const Actions = Schema.Array(Action)

/** The answer to a capture, a void and a refund: it was taken, not done. */
export const Accepted = Schema.Struct({ action_id: Id, reference: optional(Schema.String) })

/** The body of a refusal. */
export const Refusal = Schema.Struct({
  error_type: optional(Schema.String),
  error_codes: optional(Schema.Array(Schema.String))
})

/** A webhook. */
export const Event = Schema.Struct({ type: Schema.String, data: Schema.Unknown })

/** `data` of the webhooks about payments and their actions. */
export const EventData = Schema.Struct({
  id: Id,
  action_id: optional(Id),
  reference: optional(Schema.String),
  amount: optional(Schema.Number),
  currency: optional(Schema.String),
  response_code: shown,
  response_summary: shown,
  auth_code: shown,
  scheme_id: shown,
  source: optional(Source),
  customer: Schema.optional(Schema.NullOr(Schema.Struct({ id: shown }))),
  processing: optional(Processing),
  trigger: shown
})

export interface EventData extends Schema.Schema.Type<typeof EventData> {}

/** Reads a body. The decoder's own error is dropped, because it quotes its input. */
export const reading = <A, I>(schema: Schema.Schema<A, I>): ((body: string) => Either.Either<A, undefined>) => {
  const decode = Schema.decodeEither(Schema.parseJson(schema))
  return (body) => Either.mapLeft(decode(body), () => undefined)
}
