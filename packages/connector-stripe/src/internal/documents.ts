/** Stripe's documents, as far as they are read. What else is in them does not matter. */
import { type Reply, textOf, Unclear } from "@florin/exchange/Exchange"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"

const Text = Schema.String.pipe(Schema.maxLength(5000))

/** Stripe leaves out some members, and has null for others. */
const maybe = <A, I>(schema: Schema.Schema<A, I>) => Schema.optional(Schema.NullishOr(schema))

const MaybeText = maybe(Text)
const MaybeNumber = maybe(Schema.Number)
const Metadata = maybe(Schema.Record({ key: Text, value: Text }))

/** Of a card, wherever it stands. */
const CardFacts = {
  brand: MaybeText,
  last4: MaybeText,
  exp_month: MaybeNumber,
  exp_year: MaybeNumber,
  iin: MaybeText
}

const PaymentMethod = Schema.Struct({
  id: Text,
  card: maybe(Schema.Struct(CardFacts)),
  billing_details: maybe(Schema.Struct({ name: MaybeText }))
})

/** The error of an answer, and the last error of an intent. */
export const StripeError = Schema.Struct({
  type: MaybeText,
  code: MaybeText,
  decline_code: MaybeText,
  param: MaybeText,
  message: MaybeText,
  network_decline_code: MaybeText,
  payment_method: maybe(PaymentMethod),
  payment_intent: Schema.optional(Schema.Unknown),
  setup_intent: Schema.optional(Schema.Unknown)
})

export interface StripeError extends Schema.Schema.Type<typeof StripeError> {}

const Checks = Schema.Struct({
  address_line1_check: MaybeText,
  address_postal_code_check: MaybeText,
  cvc_check: MaybeText
})

export const Charge = Schema.Struct({
  id: Text,
  status: Text,
  amount: Schema.Number,
  currency: Text,
  created: Schema.Number,
  authorization_code: MaybeText,
  calculated_statement_descriptor: MaybeText,
  payment_intent: Schema.optional(Schema.Unknown),
  metadata: Metadata,
  billing_details: maybe(Schema.Struct({ name: MaybeText })),
  payment_method_details: maybe(
    Schema.Struct({
      card: maybe(
        Schema.Struct({
          ...CardFacts,
          authorization_code: MaybeText,
          network_transaction_id: MaybeText,
          checks: maybe(Checks)
        })
      )
    })
  )
})

export interface Charge extends Schema.Schema.Type<typeof Charge> {}

const NextAction = maybe(
  Schema.Struct({
    type: Text,
    redirect_to_url: maybe(Schema.Struct({ url: MaybeText }))
  })
)

export const Intent = Schema.Struct({
  object: Schema.Literal("payment_intent"),
  id: Text,
  status: Text,
  amount: Schema.Number,
  amount_capturable: Schema.Number,
  amount_received: Schema.Number,
  currency: Text,
  created: Schema.Number,
  canceled_at: MaybeNumber,
  customer: MaybeText,
  payment_method: MaybeText,
  capture_method: MaybeText,
  setup_future_usage: MaybeText,
  metadata: Metadata,
  next_action: NextAction,
  last_payment_error: maybe(StripeError),
  latest_charge: maybe(Schema.Union(Text, Charge))
})

export interface Intent extends Schema.Schema.Type<typeof Intent> {}

export const Setup = Schema.Struct({
  object: Schema.Literal("setup_intent"),
  id: Text,
  status: Text,
  created: Schema.Number,
  customer: MaybeText,
  payment_method: maybe(Schema.Union(Text, PaymentMethod)),
  metadata: Metadata,
  next_action: NextAction,
  last_setup_error: maybe(StripeError)
})

export interface Setup extends Schema.Schema.Type<typeof Setup> {}

export const Refund = Schema.Struct({
  object: Schema.Literal("refund"),
  id: Text,
  status: MaybeText,
  amount: Schema.Number,
  currency: Text,
  created: Schema.Number,
  failure_reason: MaybeText,
  payment_intent: maybe(Schema.Union(Text, Schema.Struct({ id: Text }))),
  metadata: Metadata
})

export interface Refund extends Schema.Schema.Type<typeof Refund> {}

/** What a list says of a movement of the account's balance. Its source is read by its own kind. */
export const Booked = Schema.Struct({
  id: Text,
  type: Text,
  amount: Schema.Number,
  currency: Text,
  fee: Schema.Number,
  created: Schema.Number,
  source: Schema.Unknown
})

export const Event = Schema.Struct({
  id: Text,
  type: Text,
  created: Schema.Number,
  livemode: Schema.Boolean,
  account: MaybeText,
  data: Schema.Struct({ object: Schema.Unknown })
})

/** A page of a list. */
export const Page = Schema.Struct({ data: Schema.Array(Schema.Unknown), has_more: Schema.Boolean })

/** What says whose a document of a list is. */
export const Labelled = Schema.Struct({ id: Text, metadata: Metadata })

/** A document of which only the id counts. */
export const Named = Schema.Struct({ id: Text })

const Failure = Schema.Struct({ error: StripeError })

// Drops the decoder's error, because it quotes its input.
const unreadable = () => new Unclear({ because: "the answer is not what Stripe documents", isAlarm: true })

/** Reads a document that stands in another one. */
export const read = <A, I>(schema: Schema.Schema<A, I>) => {
  const decode = Schema.decodeUnknownEither(schema)
  return (value: unknown): Either.Either<A, Unclear> => Either.mapLeft(decode(value), unreadable)
}

const parse = Schema.decodeUnknownEither(Schema.parseJson())

const jsonOf = (reply: Reply): Either.Either<unknown, Unclear> => Either.mapLeft(parse(textOf(reply)), unreadable)

/** Reads the body of an answer. */
export const readBody = <A, I>(schema: Schema.Schema<A, I>) => {
  const decode = read(schema)
  return (reply: Reply): Either.Either<A, Unclear> => Either.flatMap(jsonOf(reply), decode)
}

const readFailure = readBody(Failure)

/** The error of an answer; what is not Stripe's own, such as the page of a proxy, is unclear. */
export const errorOf = (reply: Reply): Either.Either<StripeError, Unclear> =>
  Either.mapBoth(readFailure(reply), {
    onLeft: () => new Unclear({ because: `it answered ${reply.status}, but not as Stripe does` }),
    onRight: ({ error }) => error
  })
