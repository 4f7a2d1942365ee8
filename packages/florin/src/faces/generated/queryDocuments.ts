// Generated from the table of operations: `npx vitest run -u packages/site` writes it.

/** What the rules looked at. */
export interface ExplanationFacts {
  /** Id of the shop. */
  readonly shop: string
  /** Type of the transaction. */
  readonly type: string
  /** Amount in minor units. */
  readonly amount: number
  /** ISO 4217 alpha-3 code of the currency. */
  readonly currency: string
  /** Brand of the card. */
  readonly brand: string | null
  /** First six or eight digits of the card number. Null: not known. */
  readonly bin: string | null
  /** Country of the card's issuer. */
  readonly issuerCountry: string | null
  /** Country of the billing address. */
  readonly customerCountry: string | null
  /** Country of the customer's IP address. */
  readonly ipCountry: string | null
  /** Contracts that are asked for or used. */
  readonly contracts: ReadonlyArray<string>
  /** Whether it is a test. */
  readonly test: boolean
}

/** The rules that fired, in their order. */
export interface ExplanationRule {
  /** Name of the rule. */
  readonly name: string
  /** What the rule does. */
  readonly action: "decline" | "skip_3_d_secure" | "force_3_d_secure" | "acquirers"
  /** The acquirers that it names, in order. */
  readonly gatewayIds?: ReadonlyArray<number>
}

/** The acquirers that were considered, in order. */
export interface ExplanationAcquirer {
  /** Id of the acquirer. */
  readonly gatewayId: number | null
  /**
   * skipped where its circuit breaker was open or it lacks something, passed_on where the next one was asked, or else
   * the transaction's status.
   */
  readonly result: string
  /** Code of the reason. */
  readonly code: string | null
  /**
   * What a skipped one lacks for the charge: the type, the currency, its contract, charges that its customer does not
   * begin, an authentication that is demanded, card numbers or tokens of that provider. Null: nothing.
   */
  readonly lacks:
    | "authorizations"
    | "checks"
    | "credits"
    | "payouts"
    | "currency"
    | "contracts"
    | "charges_without_customer"
    | "authentication"
    | "card_numbers"
    | "tokens"
    | null
  /** When it was known. */
  readonly at: string | null
}

/** What `transactions.explain` answers. */
export interface Explanation {
  /** UID of the transaction. */
  readonly uid: string
  /** What the rules looked at. */
  readonly facts: ExplanationFacts
  /** The rules that fired, in their order. */
  readonly rules: ReadonlyArray<ExplanationRule>
  /** Whether the customer was to be authenticated. */
  readonly threeDSecure: "not_asked" | "optional" | "mandatory"
  /** The acquirers that were considered, in order. */
  readonly acquirers: ReadonlyArray<ExplanationAcquirer>
}

/** What `transactions.movements` answers. */
export interface ShopMovement {
  /** UID of the transaction. */
  readonly id: string
  /** What it moved. transfer: a customer's payment by instant bank transfer. */
  readonly kind: "authorization" | "payment" | "capture" | "void" | "refund" | "credit" | "payout" | "transfer"
  /** Amount in minor units of the currency: 3245 means 32.45 EUR. */
  readonly amount: number
  /** ISO 4217 alpha-3 code of the currency. */
  readonly currency: string
  /** Its tracking id. */
  readonly reference: string | null
  /** UID of the transaction that it follows. */
  readonly parent?: string
  /** When the request was accepted. */
  readonly at: string | null
}

/** The last attempts, at most 20, oldest first. Of the receiver's answer nothing else is kept. */
export interface NotificationTry {
  /** When it ended. */
  readonly at: string | null
  /** An HTTP status, or a word such as timeout. */
  readonly result: string
  /** How long it took. */
  readonly milliseconds: number
}

/** What `notifications.find` answers. */
export interface Notification {
  /** Id of the notification, sent as webhook-id. */
  readonly id: string
  /** UID of the transaction that it tells about. */
  readonly uid: string
  /** Version of the transaction, sent as Florin-Sequence. */
  readonly sequence: number
  /** Where it is delivered. */
  readonly url: string
  /**
   * waiting for its next attempt, delivered, superseded by a newer state, stopped by the receiver (410), or exhausted.
   */
  readonly status: "waiting" | "delivered" | "superseded" | "stopped" | "exhausted"
  /** Attempts so far. */
  readonly attempts: number
  /** Result of the last attempt: an HTTP status, or a word such as timeout. */
  readonly lastResult: string | null
  /** The last attempts, at most 20, oldest first. Of the receiver's answer nothing else is kept. */
  readonly tries: ReadonlyArray<NotificationTry>
  /** When the state it tells about was committed. */
  readonly createdAt: string | null
  /** When it changed last. */
  readonly updatedAt: string | null
}
