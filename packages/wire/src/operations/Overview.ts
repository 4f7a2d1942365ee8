/** What operators look up, of all shops in their sight: stories, webhooks, numbers. Source: D73. */
import { createHash } from "node:crypto"
import { NotificationId, TransactionUid } from "@florin/core/ids/Ids"
import { NotificationStatus } from "@florin/core/notifications/Notification"
import { Operator } from "@florin/core/operator/Operator"
import type { Story } from "@florin/core/operator/Overview"
import type { TallyLine } from "@florin/core/operator/Tally"
import { type VisibleShops, visibleAmong } from "@florin/core/people/Role"
import { Approvals } from "@florin/core/people-operations/Approvals"
import { expected } from "@florin/core/request/Expected"
import { invalid } from "@florin/core/request/InvalidRequest"
import * as Explanation from "@florin/core/routing/Explanation"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Documents } from "../Documents.js"
import * as Samples from "../internal/cardSamples.js"
import * as OverviewDocuments from "../OverviewDocuments.js"
import { read } from "./Operation.js"
import { byUid, instant, lastOf, limit, ofShop, paged, pages } from "./Parts.js"
import { ofOperators } from "./RefusalForm.js"

const overview = {
  group: "operators",
  permission: "operator",
  record: "transaction",
  form: ofOperators,
  isKeyless: true,
  uses: Operator
} as const

const charge = Samples.transaction("payment")

const story: Story = {
  transaction: charge,
  parent: undefined,
  followers: [Samples.transaction("refund", { parentUid: charge.uid, uid: Samples.parentUid })],
  history: [
    { version: 1, at: charge.createdAt, trigger: "Accepted", from: "none", to: "pending", detail: null },
    { version: 2, at: charge.updatedAt, trigger: "Approved", from: "pending", to: "successful", detail: null }
  ],
  webhooks: [Samples.notification],
  explanation: Explanation.of(charge),
  remains: { refund: charge.amount, isReleasedByCapture: false, isVoidedWhole: false }
}

const tallied: TallyLine = {
  at: charge.createdAt,
  type: "payment",
  status: "failed",
  currency: charge.currency,
  gatewayId: 1,
  method: "visa",
  reason: "funds",
  renewal: null,
  count: 7,
  amount: 13_965
}

/** How many parts a period may have. */
const mostParts = 400

const step = {
  hour: Duration.toMillis(Duration.hours(1)),
  day: Duration.toMillis(Duration.days(1))
} as const

const webhookStatus = Schema.optionalWith(
  NotificationStatus.annotations({ message: () => "is invalid", description: "Only those of this status." }),
  { default: () => "exhausted" as const }
)

const parts = Schema.optionalWith(
  Schema.Literal("hour", "day").annotations({
    message: () => "is invalid",
    ...expected("hour or day"),
    description: "How long the parts of the period are, from its beginning on."
  }),
  { default: () => "day" as const }
)

const watched = Schema.optional(
  Schema.Literal("doubts", "webhooks", "approvals").annotations({
    message: () => "is invalid",
    ...expected("doubts, webhooks or approvals"),
    description:
      "The list whose version is asked for: what is in doubt, exhausted webhooks, or requests for a second person."
  })
)

/** How much of a list is looked at: a page of it. */
const mostWatched = 100

interface Watching {
  readonly approvals: Approvals["Type"]
  readonly operator: Operator["Type"]
}

/** What makes a list another one. */
const idsOf = {
  doubts: ({ operator }: Watching, sight: VisibleShops) =>
    Effect.map(operator.inDoubt({ limit: mostWatched, sight }), (all) =>
      all.map(({ about, attempts, transaction: { uid } }) => `${uid} ${about} ${attempts}`)
    ),
  webhooks: ({ operator }: Watching, sight: VisibleShops) =>
    Effect.map(operator.overview.webhooks({ sight, status: "exhausted", limit: mostWatched }), (all) =>
      all.map(({ id }) => id)
    ),
  approvals: ({ approvals }: Watching, sight: VisibleShops) =>
    Effect.map(approvals.open({ limit: mostWatched, sight }), (all) =>
      all.map(({ approval: { id, version } }) => `${id} ${version}`)
    )
}

/** 48 bits of a hash, as a number. */
const versionOf = (ids: ReadonlyArray<string>): number =>
  createHash("sha256").update(ids.join("\n")).digest().readUIntBE(0, 6)

export const overviewOperations = {
  findStory: read({
    ...overview,
    subject: byUid,
    name: "story",
    id: "findStory",
    at: "GET /operator/transactions/:uid",
    title: "All that is known of a transaction",
    description:
      "Answers the transaction with its history, what follows it, the webhooks about it, why it went where it went, and what may still be done with it. Asks no acquirer.",
    answer: "StoryDocument",
    uses: Effect.all({ operator: Operator, document: Documents }),
    example: () => ({ answer: OverviewDocuments.storyOf(Samples.documentOf, story) }),
    run: ({ document, operator }, { id, sight = "all" }) =>
      Effect.map(operator.overview.story(id, sight), (found) => OverviewDocuments.storyOf(document, found))
  }),
  listWebhooks: read({
    ...overview,
    record: "notification",
    name: "webhooks",
    id: "listWebhooks",
    at: "GET /operator/webhooks",
    title: "List the webhooks of all shops",
    description:
      "Answers the webhooks of a status, newest first: by default those whose attempts have all failed. Link leads to the next page.",
    query: {
      status: webhookStatus,
      shop: ofShop,
      limit: limit(pages.most, pages.usual),
      after: lastOf(NotificationId, "notification")
    },
    page: pages,
    isImpersonal: true,
    answer: "WebhooksDocument",
    member: "notifications",
    idsOn: ({ notifications }) => notifications.map(({ id }) => id),
    example: () => ({ answer: OverviewDocuments.webhooksOf([Samples.notification]) }),
    run: ({ overview }, { query: { shop, status, ...page }, sight = "all" }) =>
      Effect.map(
        paged(NotificationId, (options) => overview.webhooks({ sight: visibleAmong(sight, shop), status, ...options }))(
          page
        ),
        OverviewDocuments.webhooksOf
      )
  }),
  tallyTransactions: read({
    ...overview,
    name: "tally",
    id: "tallyTransactions",
    at: "GET /operator/tally",
    title: "Transactions in numbers",
    description:
      "Counts the transactions that were accepted in a period, by how they ended, at which acquirer, by which method and in which part of the period: declines, volume and approval rates come of it. At most the newest 1,000,000 are counted.",
    query: {
      from: instant("The first instant of the period: ISO 8601 with an offset."),
      to: instant("The end of the period, not included: ISO 8601 with an offset."),
      by: parts,
      shop: ofShop
    },
    isImpersonal: true,
    answer: "TallyDocument",
    example: () => ({ answer: OverviewDocuments.tallyOf({ lines: [tallied], counted: 7, isCut: false }) }),
    run: ({ overview }, { query: { by, from, shop = null, to }, sight = "all" }) => {
      const count = DateTime.distance(from, to) / step[by]
      if (count < 0) return invalid("to", "must not be before from")
      if (count > mostParts) return invalid("to", `must not be more than ${mostParts} parts of the period after from`)
      return Effect.map(overview.tally({ from, to, step: step[by] }, shop, sight), OverviewDocuments.tallyOf)
    }
  }),
  feelPulse: read({
    ...overview,
    name: "pulse",
    id: "feelPulse",
    at: "GET /operator/pulse",
    title: "What has changed since",
    description:
      "Says how many transactions were accepted after one, and which version a transaction or a list has: so a page that is open knows whether it is out of date.",
    query: {
      after: lastOf(TransactionUid, "transaction"),
      uid: lastOf(TransactionUid, "transaction"),
      list: watched,
      shop: ofShop
    },
    uses: Effect.all({ approvals: Approvals, operator: Operator }),
    isImpersonal: true,
    answer: "PulseDocument",
    example: () => ({ answer: { newer: 3, version: 2 } }),
    run: (services, { query: { list, shop, ...query }, sight: whole = "all" }) => {
      const sight = visibleAmong(whole, shop)
      if (list === undefined) return services.operator.overview.pulse(query, sight)
      return Effect.map(idsOf[list](services, sight), (ids) => ({ newer: 0, version: versionOf(ids) }))
    }
  })
}
