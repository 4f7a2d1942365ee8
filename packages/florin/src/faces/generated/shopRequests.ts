// Generated from the table of operations: `npx vitest run -u packages/site` writes it.

/** A page of a list. */
export interface ShopPage {
  /** How many are listed. Default: 100. Maximum: 1000. */
  readonly limit?: number
  /** Id of the last one of the page before. */
  readonly after?: string
}

/** What `shops.add` is called with. */
export interface NewShop {
  /** 1 to 64 letters, digits, _ or -. It never changes. */
  readonly id: string
  /** At least 16 characters, made by machine, for a shop that has one elsewhere already. Default: a new one. */
  readonly secretKey?: string
  /** As customers read it, on receipts and pages. Default: the id. */
  readonly name?: string
  /** The address at which customers know it. */
  readonly site?: string
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
  /** Where webhooks go if a request names no address. */
  readonly notificationUrl?: string
  /** Webhooks carry the id and the secret of the shop with HTTP Basic. Default: false. */
  readonly notificationBasic?: boolean
  /** The secret of webhook signatures: whsec_ and base64 of 24 to 64 bytes. Default: one derived from the key ring. */
  readonly webhookSecret?: string
  /** RSA private key in PEM, for the header Content-Signature. */
  readonly notificationPrivateKey?: string
  /** Whoever has its public key may create checkouts in its name. Default: false. */
  readonly allowPublicKey?: boolean
  /** true makes a key pair for Content-Signature, in place of notificationPrivateKey. */
  readonly signatureKey?: boolean
}

/** What `shops.update` is called with. */
export interface ShopChange {
  /** As customers read it, on receipts and pages. Default: the id. */
  readonly name?: string | null
  /** The address at which customers know it. */
  readonly site?: string | null
  /** Charges ask for 3-D Secure. Default: false. */
  readonly threeDSecure?: boolean | null
  /** Requests may skip 3-D Secure. Default: false. */
  readonly allowSkipThreeDSecure?: boolean | null
  /** Requests may force 3-D Secure. Default: false. */
  readonly allowForceThreeDSecure?: boolean | null
  /** A token is charged only for the uses that its contract names. Default: false. */
  readonly strictContracts?: boolean | null
  /**
   * The number of a card is erased when its charge has ended, unless the request names the customer or asks for a
   * contract. Default: false.
   */
  readonly forgetGuestCards?: boolean | null
  /**
   * Days, 0 to 365, from the end of the paid period for which a customer whose charge has failed keeps features.
   * Default: for as long as a failed charge is retried.
   */
  readonly graceDays?: number | null
  /** IANA zone in which its subscriptions are billed. Default: that of the gateway. */
  readonly timeZone?: string | null
  /** Days, 1 to 365, after which an authorization that was not captured is released. Default: 7. */
  readonly holdDays?: number | null
  /** Days, 0 to 28, before a yearly charge that its customer is mailed; 0: no such mail. Default: 7. */
  readonly mailYearlyDays?: number | null
  /** Days, 0 to 28, before the charge that ends a trial. Default: 3. */
  readonly mailTrialDays?: number | null
  /** Days, 0 to 28, before a charge which the card expires before. Default: 7. */
  readonly mailCardDays?: number | null
  /** Customers are mailed that a charge was declined, and when it is tried again. Default: true. */
  readonly mailFailedCharges?: boolean | null
  /** Customers are mailed that a subscription has ended. Default: true. */
  readonly mailEndedSubscriptions?: boolean | null
  /** Customers are mailed that they get money back. Default: true. */
  readonly mailRefunds?: boolean | null
  /** All of these mails for test plans and test payments, too. Default: false. */
  readonly mailTests?: boolean | null
  /**
   * After which days a charge of a subscription is tried again when it was declined: 1, 3, 5 is a day after the first
   * decline, three after the second, five after each other one. Default: 1.
   */
  readonly declineRetryDays?: string | null
  /** The same in hours, from 1 to 72, when it failed technically. Default: 1. */
  readonly errorRetryHours?: string | null
  /** Where webhooks go if a request names no address. */
  readonly notificationUrl?: string | null
  /** Webhooks carry the id and the secret of the shop with HTTP Basic. Default: false. */
  readonly notificationBasic?: boolean | null
  /** The secret of webhook signatures: whsec_ and base64 of 24 to 64 bytes. Default: one derived from the key ring. */
  readonly webhookSecret?: string | null
  /** RSA private key in PEM, for the header Content-Signature. */
  readonly notificationPrivateKey?: string | null
  /** Whoever has its public key may create checkouts in its name. Default: false. */
  readonly allowPublicKey?: boolean | null
  /** true makes a key pair for Content-Signature, in place of notificationPrivateKey. */
  readonly signatureKey?: boolean | null
}

/** What `shops.rotate` is called with. */
export interface SecretRotation {
  /**
   * How long the secret before the new one is let in: none ends it at once, an instant then, until-retired when it is
   * ended. One before that is let in no longer. Default: until-retired.
   */
  readonly formerSecret?: string
  /** The new secret, of at least 16 characters. Default: a new one. */
  readonly secretKey?: string
  /** As customers read it, on receipts and pages. Default: the id. */
  readonly name?: string | null
  /** The address at which customers know it. */
  readonly site?: string | null
  /** Charges ask for 3-D Secure. Default: false. */
  readonly threeDSecure?: boolean | null
  /** Requests may skip 3-D Secure. Default: false. */
  readonly allowSkipThreeDSecure?: boolean | null
  /** Requests may force 3-D Secure. Default: false. */
  readonly allowForceThreeDSecure?: boolean | null
  /** A token is charged only for the uses that its contract names. Default: false. */
  readonly strictContracts?: boolean | null
  /**
   * The number of a card is erased when its charge has ended, unless the request names the customer or asks for a
   * contract. Default: false.
   */
  readonly forgetGuestCards?: boolean | null
  /**
   * Days, 0 to 365, from the end of the paid period for which a customer whose charge has failed keeps features.
   * Default: for as long as a failed charge is retried.
   */
  readonly graceDays?: number | null
  /** IANA zone in which its subscriptions are billed. Default: that of the gateway. */
  readonly timeZone?: string | null
  /** Days, 1 to 365, after which an authorization that was not captured is released. Default: 7. */
  readonly holdDays?: number | null
  /** Days, 0 to 28, before a yearly charge that its customer is mailed; 0: no such mail. Default: 7. */
  readonly mailYearlyDays?: number | null
  /** Days, 0 to 28, before the charge that ends a trial. Default: 3. */
  readonly mailTrialDays?: number | null
  /** Days, 0 to 28, before a charge which the card expires before. Default: 7. */
  readonly mailCardDays?: number | null
  /** Customers are mailed that a charge was declined, and when it is tried again. Default: true. */
  readonly mailFailedCharges?: boolean | null
  /** Customers are mailed that a subscription has ended. Default: true. */
  readonly mailEndedSubscriptions?: boolean | null
  /** Customers are mailed that they get money back. Default: true. */
  readonly mailRefunds?: boolean | null
  /** All of these mails for test plans and test payments, too. Default: false. */
  readonly mailTests?: boolean | null
  /**
   * After which days a charge of a subscription is tried again when it was declined: 1, 3, 5 is a day after the first
   * decline, three after the second, five after each other one. Default: 1.
   */
  readonly declineRetryDays?: string | null
  /** The same in hours, from 1 to 72, when it failed technically. Default: 1. */
  readonly errorRetryHours?: string | null
  /** Where webhooks go if a request names no address. */
  readonly notificationUrl?: string | null
  /** Webhooks carry the id and the secret of the shop with HTTP Basic. Default: false. */
  readonly notificationBasic?: boolean | null
  /** The secret of webhook signatures: whsec_ and base64 of 24 to 64 bytes. Default: one derived from the key ring. */
  readonly webhookSecret?: string | null
  /** RSA private key in PEM, for the header Content-Signature. */
  readonly notificationPrivateKey?: string | null
  /** Whoever has its public key may create checkouts in its name. Default: false. */
  readonly allowPublicKey?: boolean | null
  /** true makes a key pair for Content-Signature, in place of notificationPrivateKey. */
  readonly signatureKey?: boolean | null
}
