// Generated from the table of operations: `npx vitest run -u packages/site` writes it.

/** What `shops.list` answers. */
export interface AdministeredShop {
  /** Id of the shop. */
  readonly id: string
  /** As customers read it. */
  readonly name: string
  /** settings: it is one of the host's file or options, and is changed there. */
  readonly from: "database" | "settings"
  /** The address at which customers know it. */
  readonly site: string | null
  /** Where webhooks go if a request names no address. */
  readonly notificationUrl: string | null
  /** Of the key that signs its webhooks: one line of base64, SPKI in DER. null: it has none. */
  readonly publicKey: string | null
  /** When it was made. null: it is one of the settings. */
  readonly createdAt: string | null
  /** Its secrets let nobody in, and its pages take no payment. */
  readonly disabled: boolean
  /** The secret before its present one is let in: until this instant, or until-retired. null: it has none. */
  readonly formerSecret: string | null
  /** Charges ask for 3-D Secure. Default: false. */
  readonly threeDSecure?: boolean
  /** Requests may skip 3-D Secure. Default: false. */
  readonly allowSkipThreeDSecure?: boolean
  /** Requests may force 3-D Secure. Default: false. */
  readonly allowForceThreeDSecure?: boolean
  /** A token is charged only for the uses that its contract names. Default: false. */
  readonly strictContracts?: boolean
  /**
   * The number of a card is erased when its charge has ended, unless the request names the customer or asks for a
   * contract. Default: false.
   */
  readonly forgetGuestCards?: boolean
  /**
   * Days, 0 to 365, from the end of the paid period for which a customer whose charge has failed keeps features.
   * Default: for as long as a failed charge is retried.
   */
  readonly graceDays?: number
  /** IANA zone in which its subscriptions are billed. Default: that of the gateway. */
  readonly timeZone?: string
  /** Days, 1 to 365, after which an authorization that was not captured is released. Default: 7. */
  readonly holdDays?: number
  /** Days, 0 to 28, before a yearly charge that its customer is mailed; 0: no such mail. Default: 7. */
  readonly mailYearlyDays?: number
  /** Days, 0 to 28, before the charge that ends a trial. Default: 3. */
  readonly mailTrialDays?: number
  /** Days, 0 to 28, before a charge which the card expires before. Default: 7. */
  readonly mailCardDays?: number
  /** Customers are mailed that a charge was declined, and when it is tried again. Default: true. */
  readonly mailFailedCharges?: boolean
  /** Customers are mailed that a subscription has ended. Default: true. */
  readonly mailEndedSubscriptions?: boolean
  /** Customers are mailed that they get money back. Default: true. */
  readonly mailRefunds?: boolean
  /** All of these mails for test plans and test payments, too. Default: false. */
  readonly mailTests?: boolean
  /**
   * After which days a charge of a subscription is tried again when it was declined: 1, 3, 5 is a day after the first
   * decline, three after the second, five after each other one. Default: 1.
   */
  readonly declineRetryDays?: string
  /** The same in hours, from 1 to 72, when it failed technically. Default: 1. */
  readonly errorRetryHours?: string
  /** Webhooks carry the id and the secret of the shop with HTTP Basic. Default: false. */
  readonly notificationBasic?: boolean
  /** Whoever has its public key may create checkouts in its name. Default: false. */
  readonly allowPublicKey?: boolean
}

/** What `shops.add` answers. */
export interface ShopSecrets {
  /** Id of the shop. */
  readonly id: string
  /** As customers read it. */
  readonly name: string
  /** settings: it is one of the host's file or options, and is changed there. */
  readonly from: "database" | "settings"
  /** The address at which customers know it. */
  readonly site: string | null
  /** Where webhooks go if a request names no address. */
  readonly notificationUrl: string | null
  /** Of the key that signs its webhooks: one line of base64, SPKI in DER. null: it has none. */
  readonly publicKey: string | null
  /** When it was made. null: it is one of the settings. */
  readonly createdAt: string | null
  /** Its secrets let nobody in, and its pages take no payment. */
  readonly disabled: boolean
  /** The secret before its present one is let in: until this instant, or until-retired. null: it has none. */
  readonly formerSecret: string | null
  /** Opens the HTTP interface, beside the id. Answered this once. */
  readonly secretKey: string
  /** By which receivers check webhooks; answered as secretKey is. */
  readonly webhookSecret: string
  /** Charges ask for 3-D Secure. Default: false. */
  readonly threeDSecure?: boolean
  /** Requests may skip 3-D Secure. Default: false. */
  readonly allowSkipThreeDSecure?: boolean
  /** Requests may force 3-D Secure. Default: false. */
  readonly allowForceThreeDSecure?: boolean
  /** A token is charged only for the uses that its contract names. Default: false. */
  readonly strictContracts?: boolean
  /**
   * The number of a card is erased when its charge has ended, unless the request names the customer or asks for a
   * contract. Default: false.
   */
  readonly forgetGuestCards?: boolean
  /**
   * Days, 0 to 365, from the end of the paid period for which a customer whose charge has failed keeps features.
   * Default: for as long as a failed charge is retried.
   */
  readonly graceDays?: number
  /** IANA zone in which its subscriptions are billed. Default: that of the gateway. */
  readonly timeZone?: string
  /** Days, 1 to 365, after which an authorization that was not captured is released. Default: 7. */
  readonly holdDays?: number
  /** Days, 0 to 28, before a yearly charge that its customer is mailed; 0: no such mail. Default: 7. */
  readonly mailYearlyDays?: number
  /** Days, 0 to 28, before the charge that ends a trial. Default: 3. */
  readonly mailTrialDays?: number
  /** Days, 0 to 28, before a charge which the card expires before. Default: 7. */
  readonly mailCardDays?: number
  /** Customers are mailed that a charge was declined, and when it is tried again. Default: true. */
  readonly mailFailedCharges?: boolean
  /** Customers are mailed that a subscription has ended. Default: true. */
  readonly mailEndedSubscriptions?: boolean
  /** Customers are mailed that they get money back. Default: true. */
  readonly mailRefunds?: boolean
  /** All of these mails for test plans and test payments, too. Default: false. */
  readonly mailTests?: boolean
  /**
   * After which days a charge of a subscription is tried again when it was declined: 1, 3, 5 is a day after the first
   * decline, three after the second, five after each other one. Default: 1.
   */
  readonly declineRetryDays?: string
  /** The same in hours, from 1 to 72, when it failed technically. Default: 1. */
  readonly errorRetryHours?: string
  /** Webhooks carry the id and the secret of the shop with HTTP Basic. Default: false. */
  readonly notificationBasic?: boolean
  /** Whoever has its public key may create checkouts in its name. Default: false. */
  readonly allowPublicKey?: boolean
}
