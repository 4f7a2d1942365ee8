/** Requests in the vendor's shape. What does not fit is refused with `422`, as there. */
import * as Schema from "effect/Schema"

const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optional(schema)

const Text = Schema.String

const Address = Schema.Struct({
  address_line1: optional(Text.pipe(Schema.maxLength(200))),
  city: optional(Text.pipe(Schema.maxLength(50))),
  state: optional(Text.pipe(Schema.maxLength(50))),
  zip: optional(Text.pipe(Schema.maxLength(50))),
  country: optional(Text.pipe(Schema.pattern(/^[A-Z]{2}$/)))
})

const kept = { stored: optional(Schema.Boolean), store_for_future_use: optional(Schema.Boolean) }

export const CardData = Schema.Struct({
  type: Schema.Literal("card"),
  number: Text,
  expiry_month: Schema.Int.pipe(Schema.between(1, 12)),
  expiry_year: Schema.Int.pipe(Schema.between(1000, 9999)),
  name: optional(Text.pipe(Schema.maxLength(255))),
  cvv: optional(Text.pipe(Schema.pattern(/^\d{3,4}$/))),
  billing_address: optional(Address),
  ...kept
})

export interface CardData extends Schema.Schema.Type<typeof CardData> {}

const Source = Schema.Union(
  CardData,
  Schema.Struct({
    type: Schema.Literal("token"),
    token: Text.pipe(Schema.pattern(/^tok_\w+$/)),
    billing_address: optional(Address),
    ...kept
  }),
  Schema.Struct({
    type: Schema.Literal("id"),
    id: Text.pipe(Schema.pattern(/^src_\w+$/)),
    cvv: optional(Text.pipe(Schema.pattern(/^\d{3,4}$/))),
    ...kept
  })
)

const ThreeDS = Schema.Struct({
  enabled: Schema.Boolean,
  attempt_n3d: optional(Schema.Boolean),
  eci: optional(Text.pipe(Schema.maxLength(2))),
  cryptogram: optional(Text.pipe(Schema.maxLength(50))),
  xid: optional(Text.pipe(Schema.maxLength(100))),
  version: optional(Text),
  challenge_indicator: optional(
    Schema.Literal("no_preference", "no_challenge_requested", "challenge_requested", "challenge_requested_mandate")
  )
})

/** `POST /payments`. */
export const PaymentRequest = Schema.Struct({
  source: Source,
  amount: optional(Schema.Int.pipe(Schema.between(0, 9_999_999_999))),
  currency: Text.pipe(Schema.pattern(/^[A-Z]{3}$/)),
  payment_type: optional(Schema.Literal("Regular", "Recurring", "MOTO", "Installment", "Unscheduled")),
  merchant_initiated: optional(Schema.Boolean),
  previous_payment_id: optional(Text.pipe(Schema.maxLength(100))),
  reference: optional(Text.pipe(Schema.maxLength(80))),
  description: optional(Text.pipe(Schema.maxLength(100))),
  capture: optional(Schema.Boolean),
  customer: optional(Schema.Struct({ id: optional(Text), email: optional(Text), name: optional(Text) })),
  billing_descriptor: optional(
    Schema.Struct({ name: Text.pipe(Schema.maxLength(25)), city: Text.pipe(Schema.maxLength(13)) })
  ),
  "3ds": optional(ThreeDS),
  success_url: optional(Text),
  failure_url: optional(Text),
  payment_ip: optional(Text),
  processing_channel_id: optional(Text)
})

export interface PaymentRequest extends Schema.Schema.Type<typeof PaymentRequest> {}

/** `POST /payments/{id}/captures`, `voids` and `refunds`. */
export const ActionRequest = Schema.Struct({
  amount: optional(Schema.Int.pipe(Schema.between(1, 9_999_999_999))),
  capture_type: optional(Schema.Literal("Final", "NonFinal")),
  reference: optional(Text.pipe(Schema.maxLength(80)))
})

export interface ActionRequest extends Schema.Schema.Type<typeof ActionRequest> {}

/** `POST /tokens`, with the public key. */
export const TokenRequest = CardData
