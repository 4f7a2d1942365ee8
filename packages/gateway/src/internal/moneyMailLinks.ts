/** Where the link of each mail about money leads, and what writes the mail. */
import type { SubscriptionId } from "@florin/core/ids/Ids"
import type { MailContent } from "@florin/core/mail/Mailer"
import type { MoneyMail } from "@florin/core/money-mails/MoneyMails"
import type { VaultError } from "@florin/core/store/VaultError"
import type { HostedPages } from "@florin/pages/Pages"
import * as BillingDocuments from "@florin/wire/BillingDocuments"
import * as Documents from "@florin/wire/Documents"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"

export interface Links {
  readonly baseUrl: string
  /** The page that takes another card, usable for seven days. */
  readonly cardUrlOf: (id: SubscriptionId, now: DateTime.Utc) => Effect.Effect<string, VaultError>
}

/** Writes a mail with its link. A host's own page may throw. */
export const written = (pages: HostedPages, links: Links, mail: MoneyMail): Effect.Effect<MailContent, VaultError> => {
  switch (mail.fact) {
    case "charge-ahead":
      return Effect.sync(() =>
        pages.chargeAheadMail({ ...mail, subscriptionUrl: BillingDocuments.payUrl(links, mail.subscription) })
      )
    case "card-expiring":
      return Effect.map(links.cardUrlOf(mail.subscription.id, mail.at), (cardUrl) =>
        pages.cardExpiringMail({ ...mail, cardUrl })
      )
    case "charge-failed":
      return Effect.map(links.cardUrlOf(mail.subscription.id, mail.at), (cardUrl) =>
        pages.chargeFailedMail({ ...mail, cardUrl })
      )
    case "subscription-ended":
      return Effect.sync(() =>
        pages.subscriptionEndedMail({ ...mail, subscriptionUrl: BillingDocuments.payUrl(links, mail.subscription) })
      )
    case "refunded":
      return Effect.sync(() => pages.refundMail({ ...mail, receiptUrl: Documents.receiptUrl(links, mail.refund) }))
  }
}
