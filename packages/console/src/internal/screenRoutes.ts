/** The screens that show: each reads its documents and draws them. */
import { given } from "@florin/core/request/Given"
import { operatorTable, table } from "@florin/wire/operations/Table"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { type Desk, type DocumentOf, Refused, type Row } from "../Desk.js"
import type { Outcome, Shown } from "../Outcome.js"
import * as Search from "../Search.js"
import type { View } from "../View.js"
import * as Billing from "./screens/billing.js"
import * as Numbers from "./screens/numbers.js"
import * as Others from "./screens/others.js"
import * as Payments from "./screens/payments.js"
import * as StoryScreen from "./screens/story.js"
import * as Waiting from "./screens/waiting.js"
import type { Routes, Visit } from "./visit.js"
import { withDocument } from "./withDocument.js"

/** How many records a page has. */
const pageSize = 50

const shown = (title: string, content: Shown["content"]): Shown => ({ _tag: "Shown", title, content })

const pageOf = ({ query }: View, more: Readonly<Record<string, string>> = {}): Record<string, string> => ({
  ...more,
  limit: String(pageSize),
  ...(query.after === undefined ? {} : { after: query.after })
})

/** A list is newest first unless it is asked for otherwise. */
const inOrder = ({ query: { order = "" } }: View): Record<string, string> => (order === "" ? {} : { order })

/** Words that are no order may be what an acquirer or a shop calls something. */
const otherNames = ["reference", "customer"] as const

const readings = (filters: Search.Filters): ReadonlyArray<Search.Filters> => {
  const { tracking_id: word, ...others } = filters
  return word === undefined ? [filters] : [filters, ...otherNames.map((name) => ({ ...others, [name]: word }))]
}

type Found = Effect.Effect.Success<ReturnType<typeof searched>>

const searched = (desk: Desk, filters: Search.Filters, view: View) =>
  Effect.map(
    desk.call(operatorTable.searchTransactions, { query: { ...pageOf(view, filters), ...inOrder(view) } }),
    (answer) => ({
      answer,
      filters
    })
  )

/** The first reading of the words that finds something; else the first one. */
const search = (desk: Desk, filters: Search.Filters, view: View): Effect.Effect<Found> => {
  const isByWord = view.query.tracking_id === undefined
  const [first, ...others] = isByWord ? readings(filters) : [filters]
  const isEmpty = ({ answer }: Found) => answer._tag === "Answered" && answer.document.transactions.length === 0
  const next = (found: Found, left: ReadonlyArray<Search.Filters>): Effect.Effect<Found> => {
    const [reading, ...rest] = left
    if (reading === undefined || !isEmpty(found)) return Effect.succeed(found)
    return Effect.flatMap(searched(desk, reading, view), (other) =>
      isEmpty(other) ? next(found, rest) : Effect.succeed(other)
    )
  }
  return Effect.flatMap(searched(desk, first ?? filters, view), (found) => next(found, others))
}

/** The first page of records, of which only as many are looked through as one page has. */
const failing = (desk: Desk) =>
  Effect.map(desk.call(operatorTable.listWebhooks, { query: { status: "waiting", limit: "500" } }), (answer) =>
    answer._tag === "Answered" ? answer.document.notifications.filter(({ attempts }) => attempts > 0) : []
  )

const days = (view: View): number => {
  const wanted = Number(view.query.days)
  return Numbers.periods.find((one) => one === wanted) ?? 30
}

const instants = (from: DateTime.Utc, to: DateTime.Utc) => ({
  from: DateTime.formatIso(from),
  to: DateTime.formatIso(to)
})

const ofShop = ({ query: { shop = "" } }: View): Record<string, string> => (shop === "" ? {} : { shop })

/** The shop that nobody has to name, because there is no other one for whoever looks. */
const onlyShop = (desk: Desk, { who }: View): Effect.Effect<string | undefined> => {
  if (!who.isEverywhere) return Effect.succeed(who.shops.length === 1 ? who.shops[0] : undefined)
  if (!who.isAdministeringAll) return Effect.succeed(undefined)
  return Effect.map(desk.call(operatorTable.listShops, { query: { limit: "2" } }), (answer) => {
    const shops = answer._tag === "Answered" ? answer.document.shops : []
    return shops.length === 1 ? shops[0]?.id : undefined
  })
}

/** A list of a shop; without a shop, the form that asks for one, and so with one that is not there. */
const inShop = <A extends Row>(
  { desk, view }: Pick<Visit, "desk" | "view">,
  row: A,
  show: (listed: Billing.InShop<DocumentOf<A>>, view: View) => Shown
): Effect.Effect<Outcome> =>
  Effect.gen(function* () {
    const typed = view.query.shop?.trim() ?? ""
    const shop = typed === "" ? yield* onlyShop(desk, view) : typed
    if (shop === undefined) return show("unnamed", view)
    const seen = { ...view, query: { ...view.query, shop } }
    const answer = yield* desk.call(row, { shop, query: pageOf(view) })
    if (answer._tag === "Refused" && answer.status === 404) return { ...show("unknown", seen), status: 404 }
    return answer._tag === "Answered" ? show(answer.document, seen) : answer
  })

const isFull = (list: ReadonlyArray<unknown>): boolean => list.length >= pageSize

export const screenRoutes: Routes = {
  "GET ": ({ desk, view }) => {
    const filters = Search.filtersOf(view.query, view)
    return Effect.map(search(desk, filters, view), ({ answer, filters }) => {
      if (answer._tag !== "Answered") return answer
      const { transactions: found } = answer.document
      const title = view.query.q === undefined ? view.words.payments.title : `${view.query.q}`
      return shown(title, Payments.show({ found, filters, isFull: isFull(found) }, view))
    })
  },
  "GET payments/:uid": ({ desk, params: { uid = "" }, view }) =>
    withDocument<typeof operatorTable.findStory>(desk.call(operatorTable.findStory, { id: uid }), (story) =>
      shown(view.words.payments.title, StoryScreen.show(story, view))
    ),
  "GET doubts": ({ desk, view }) =>
    withDocument<typeof operatorTable.listDoubts>(
      desk.call(operatorTable.listDoubts, { query: pageOf(view, ofShop(view)) }),
      ({ doubts }) => shown(view.words.doubts.title, Waiting.doubts(doubts, isFull(doubts), view))
    ),
  "GET declines": ({ desk, view }) => {
    const today = Search.today(view)
    const day = view.query.day ?? today
    const bounds = Search.boundsOf(day, view.zone)
    if (bounds === undefined) return Effect.succeed(new Refused(422, [view.words.declines.day]))
    const query = { from: bounds.from ?? "", to: bounds.to ?? "", by: "day", ...ofShop(view) }
    return withDocument<typeof operatorTable.tallyTransactions>(
      desk.call(operatorTable.tallyTransactions, { query }),
      (tally) => shown(view.words.declines.title, Numbers.declines({ tally, day, to: query.to }, view))
    )
  },
  "GET charts": ({ desk, view }) => {
    const to = DateTime.add(DateTime.startOf(DateTime.setZone(view.now, view.zone), "day"), { days: 1 })
    const count = days(view)
    const period = instants(DateTime.toUtc(DateTime.subtract(to, { days: count })), DateTime.toUtc(to))
    return withDocument<typeof operatorTable.tallyTransactions>(
      desk.call(operatorTable.tallyTransactions, { query: { ...period, by: "day", ...ofShop(view) } }),
      (tally) => shown(view.words.charts.title, Numbers.charts(tally, count, view))
    )
  },
  "GET acquirers": ({ desk, view }) =>
    withDocument<typeof operatorTable.listAcquirers>(desk.call(operatorTable.listAcquirers), ({ acquirers }) =>
      shown(view.words.acquirers.title, Numbers.acquirers(acquirers, view))
    ),
  "GET webhooks": ({ desk, view }) => {
    const status = view.query.status ?? "exhausted"
    return withDocument<typeof operatorTable.listWebhooks>(
      desk.call(operatorTable.listWebhooks, { query: pageOf(view, { status, ...ofShop(view) }) }),
      ({ notifications: all }) =>
        Effect.map(failing(desk), (failing) =>
          shown(view.words.webhooks.title, Waiting.webhooks({ status, all, failing, isFull: isFull(all) }, view))
        )
    )
  },
  "GET subscriptions": (visit) =>
    inShop(visit, table.listSubscriptions, (listed, view) =>
      shown(view.words.subscriptions.title, Billing.subscriptions(listed, isFull, view))
    ),
  "GET subscriptions/:shop/:id": ({ desk, params: { id = "", shop = "" }, view }) =>
    withDocument<typeof table.findSubscription>(desk.call(table.findSubscription, { shop, id }), (one) =>
      withDocument<typeof table.previewSubscription>(desk.call(table.previewSubscription, { shop, id }), (preview) =>
        shown(view.words.subscriptions.one, Billing.subscription(one, preview, view))
      )
    ),
  "GET checkouts": (visit) =>
    inShop(visit, table.listCheckouts, (listed, view) =>
      shown(view.words.checkouts.title, Billing.checkouts(listed, isFull, view))
    ),
  "GET proofs": ({ desk, view }) =>
    withDocument<typeof operatorTable.listProofs>(
      desk.call(operatorTable.listProofs, { query: pageOf(view, ofShop(view)) }),
      ({ proofs }) =>
        withDocument<typeof operatorTable.listEvidence>(
          desk.call(operatorTable.listEvidence, { query: { limit: String(pageSize), ...ofShop(view) } }),
          ({ transfers: evidence }) =>
            shown(view.words.proofs.title, Waiting.proofs({ proofs, evidence, isFull: isFull(proofs) }, view))
        )
    ),
  "GET proofs/:uid/document": ({ params: { uid = "" } }) => Effect.succeed({ _tag: "Download", proof: uid }),
  "GET reconciliation": ({ view }) =>
    Effect.succeed(shown(view.words.reconciliation.title, Waiting.reconciliation(undefined, view))),
  "GET settings": ({ view }) => {
    const zone = view.zone._tag === "Named" ? view.zone.id : "UTC"
    const chosen = { zone, language: view.words.tag, isWrong: view.query.wrong !== undefined }
    return Effect.succeed(shown(view.words.settings.title, Others.settings(chosen, view)))
  },
  "GET pulse": ({ desk, view }) => {
    const { after, list, uid } = view.query
    const call = { ...given({ after, list, uid }), ...ofShop(view) }
    return withDocument<typeof operatorTable.feelPulse>(
      desk.call(operatorTable.feelPulse, { query: call }),
      (pulse) => ({
        _tag: "Json",
        body: JSON.stringify(pulse)
      })
    )
  }
}
