/** What operators look up, as documents. Timestamps are in UTC with milliseconds. */
import type { Notification } from "@florin/core/notifications/Notification"
import type { Story, TallyPage } from "@florin/core/operator/Overview"
import type { TallyLine } from "@florin/core/operator/Tally"
import type { Transition } from "@florin/core/transaction-base/TransactionBase"
import * as DateTime from "effect/DateTime"
import * as Codes from "./Codes.js"
import type { Documents } from "./Documents.js"
import * as Explanations from "./Explanations.js"
import { timestamp } from "./internal/sections.js"
import type { Written } from "./internal/written.js"
import * as Notices from "./Notices.js"
import * as OperatorDocuments from "./OperatorDocuments.js"
import type * as Schemas from "./OverviewSchemas.js"

type StoryDocument = Written<typeof Schemas.StoryDocument.Encoded>

type Webhooks = Written<typeof Schemas.WebhooksDocument.Encoded>

type Tally = Written<typeof Schemas.TallyDocument.Encoded>

const transition = ({ at, detail, from, to, trigger, version }: Transition): StoryDocument["history"][number] => ({
  version,
  trigger,
  from,
  to,
  detail,
  at: timestamp(at)
})

/** All that is known of a transaction. */
export const storyOf = (document: Documents["Type"], story: Story): StoryDocument => ({
  shop: story.transaction.shop,
  transaction: document(story.transaction).transaction,
  parent: story.parent === undefined ? null : OperatorDocuments.found(story.parent),
  followers: story.followers.map(OperatorDocuments.found),
  history: story.history.map(transition),
  notifications: story.webhooks.map(Notices.toDocument),
  explanation: story.explanation === undefined ? null : Explanations.toDocument(story.explanation).explanation,
  remains: {
    capture: story.remains.capture ?? null,
    void: story.remains.void ?? null,
    refund: story.remains.refund ?? null,
    released_by_capture: story.remains.isReleasedByCapture,
    voided_whole: story.remains.isVoidedWhole
  }
})

/** Webhooks of several shops: `{"notifications":[…]}`. */
export const webhooksOf = (webhooks: ReadonlyArray<Notification>): Webhooks => ({
  notifications: webhooks.map((one) => ({ shop: one.shop, ...Notices.toDocument(one) }))
})

const codeOf = ({ reason, status }: TallyLine): string | null => {
  if (status !== "failed" || reason === null) return null
  return Codes.isDeclineReason(reason) ? Codes.ofReason(reason) : Codes.ofTransfer({ reason, status })
}

const line = (tallied: TallyLine): Tally["lines"][number] => ({
  at: DateTime.formatIso(tallied.at),
  type: tallied.type,
  status: tallied.status,
  currency: tallied.currency,
  gateway_id: tallied.gatewayId,
  method: tallied.method,
  code: codeOf(tallied),
  renewal: tallied.renewal,
  count: tallied.count,
  amount: tallied.amount
})

export const tallyOf = ({ counted, isCut, lines }: TallyPage): Tally => ({
  lines: lines.map(line),
  counted,
  cut: isCut
})
