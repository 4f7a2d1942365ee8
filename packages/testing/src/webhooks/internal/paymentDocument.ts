/** The document of a card's payment, as Florin writes it into a webhook. */

/** A state of a transaction, as one event tells of it. */
export interface State {
  /** Shape: a transaction's uid. */
  readonly uid: string
  readonly status: "pending" | "successful"
  /** When the transaction was accepted. Shape: ISO 8601 in UTC. */
  readonly createdAt: string
}

const card = {
  holder: "Jane Doe",
  stamp: "ab".repeat(32),
  brand: "visa",
  product: null,
  last_4: "0000",
  first_1: "4",
  bin: "420000",
  bin_8: "42000000",
  issuer_country: null,
  issuer_name: null,
  exp_month: 12,
  exp_year: 2040,
  token_provider: null,
  token: "9f".repeat(32)
}

const customer = { ip: "203.0.113.7", email: "jane@shop.example", device_id: null, birth_date: null }

const address = {
  first_name: "Jane",
  last_name: "Doe",
  address: null,
  country: "DE",
  city: null,
  zip: null,
  state: null,
  phone: null
}

const results = {
  pending: { message: null, code: "P.9999", friendly_message: "The operation is being processed." },
  successful: {
    message: "Successfully processed",
    code: "S.0000",
    friendly_message: "The operation was completed successfully."
  }
}

/**
 * A payment of 19.95 EUR whose tracking id is its uid.
 *
 * Source: shapes, "Card transaction".
 */
export const paymentDocument = ({ createdAt, status, uid }: State): object => ({
  transaction: {
    uid,
    id: uid,
    status,
    type: "payment",
    payment_method_type: "credit_card",
    amount: 1995,
    currency: "EUR",
    description: "An order",
    tracking_id: uid,
    language: "en",
    test: true,
    ...results[status],
    status_code: null,
    mute_notifications: null,
    created_at: createdAt,
    updated_at: createdAt,
    paid_at: status === "successful" ? createdAt : null,
    expired_at: null,
    closed_at: null,
    settled_at: null,
    manually_corrected_at: null,
    recurring_type: null,
    redirect_url: `https://pay.example/process/${uid}`,
    receipt_url: `https://pay.example/receipts/${uid}`,
    gateway: { iframe: false },
    additional_data: {},
    smart_routing_verification: { status: "skipped" },
    payment: {
      auth_code: "654321",
      bank_code: "05",
      rrn: "999",
      ref_id: "777888",
      message: results[status].message,
      amount: 1995,
      currency: "EUR",
      billing_descriptor: null,
      gateway_id: 1,
      status
    },
    credit_card: card,
    customer,
    billing_address: address
  }
})
