/** The routes of shops: seen by all, kept by whoever administers the whole gateway. Source: D73. */
import { operatorTable } from "@florin/wire/operations/Table"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { Refused } from "../Desk.js"
import type { Outcome, Shown } from "../Outcome.js"
import { link, type View } from "../View.js"
import * as Shops from "./screens/shops.js"
import { type Handle, keeping, type Routes, type Visit } from "./visit.js"
import { withDocument } from "./withDocument.js"

/** How many shops a page has. */
const pageSize = 50

/** Among how many transactions shops are counted: as many as the row answers at a time. */
const shopsFrom = 100

const shown = (title: string, content: Shown["content"], status = 200): Shown => ({
  _tag: "Shown",
  title,
  content,
  status
})

/** The shops among the newest transactions, for whoever may not list all of them. */
const busy: Handle = ({ desk, view }) => {
  const from = DateTime.formatIso(DateTime.subtract(view.now, { days: 1 }))
  const query = { from, limit: String(shopsFrom) }
  return withDocument<typeof operatorTable.searchTransactions>(
    desk.call(operatorTable.searchTransactions, { query }),
    ({ transactions }) => {
      const counts = new Map<string, number>(view.who.shops.map((shop) => [shop, 0]))
      for (const { shop } of transactions) counts.set(shop, (counts.get(shop) ?? 0) + 1)
      const shops = Array.from(counts, ([shop, count]) => ({ shop, count }))
      return shown(view.words.shops.title, Shops.numbers(shops, view))
    }
  )
}

const none: Shops.Entered = { id: "", name: "", site: "", notification_url: "" }

const listed = (
  { desk, view }: Pick<Visit, "desk" | "view">,
  { entered = none, faults = [] }: { readonly entered?: Shops.Entered; readonly faults?: ReadonlyArray<string> } = {}
): Effect.Effect<Outcome> => {
  const { after } = view.query
  const query = { limit: String(pageSize), ...(after === undefined ? {} : { after }) }
  return withDocument<typeof operatorTable.listShops>(desk.call(operatorTable.listShops, { query }), ({ shops }) =>
    shown(
      view.words.shops.title,
      Shops.list({ shops, isFull: shops.length >= pageSize, faults, entered }, view),
      faults.length === 0 ? 200 : 422
    )
  )
}

const enteredIn = ({ form }: Visit): Shops.Entered => ({
  id: form.id?.trim() ?? "",
  name: form.name?.trim() ?? "",
  site: form.site?.trim() ?? "",
  notification_url: form.notification_url?.trim() ?? ""
})

const secretsOf = (shop: Shops.Secrets, view: View): Shown =>
  shown(view.words.shops.secretsTitle(shop.id), Shops.secrets(shop, view))

/** A form that was sent wrong is another intent when it is sent again. */
const added: Handle = (visit) => {
  const { desk, view } = visit
  const entered = enteredIn(visit)
  const call = desk.call(operatorTable.addShop, { request: entered, key: keeping(visit).key })
  return Effect.flatMap(call, (made): Effect.Effect<Outcome> => {
    if (made._tag === "Answered") return Effect.succeed(secretsOf(made.document, view))
    if (made._tag === "Refused" && made.status === 422) return listed(visit, { entered, faults: made.sentences })
    return Effect.succeed(made)
  })
}

/** A shop as it is, which says what can be done to it. */
const onShop =
  (next: (shop: Shops.Shop, visit: Visit) => Effect.Effect<Outcome> | Outcome): Handle =>
  (visit) =>
    withDocument<typeof operatorTable.showShop>(
      visit.desk.call(operatorTable.showShop, { id: visit.params.shop ?? "" }),
      (shop) => next(shop, visit)
    )

const onAct =
  (next: (shop: Shops.Shop, act: Shops.Act, visit: Visit) => Effect.Effect<Outcome> | Outcome): Handle =>
  (visit) => {
    const act = Shops.acts.find((one) => one === visit.params.what)
    return act === undefined
      ? Effect.succeed(new Refused(404, []))
      : onShop((shop, visit) => next(shop, act, visit))(visit)
  }

const rotated = (shop: Shops.Shop, visit: Visit): Effect.Effect<Outcome> => {
  const { desk, form, view } = visit
  const { key } = keeping(visit)
  const request = { former_secret: form.former_secret?.slice(0, 64) ?? "until-retired" }
  return Effect.map(desk.call(operatorTable.rotateShopSecret, { id: shop.id, request, key }), (made): Outcome => {
    if (made._tag === "Answered") return secretsOf(made.document, view)
    return made._tag === "Refused" && made.status === 422 ? again(shop, "rotate", made.sentences, view) : made
  })
}

const again = (shop: Shops.Shop, act: Shops.Act, sentences: ReadonlyArray<string>, view: View): Shown =>
  shown(view.words.shops.sure[act](shop.id), Shops.confirmed(shop, act, sentences, view), 422)

const rows = {
  retire: operatorTable.retireShopSecret,
  disable: operatorTable.disableShop,
  enable: operatorTable.enableShop
} as const

const acted = (shop: Shops.Shop, act: Shops.Act, visit: Visit): Effect.Effect<Outcome> => {
  if (act === "rotate") return rotated(shop, visit)
  const { desk, view } = visit
  const { key } = keeping(visit)
  return Effect.map(desk.call(rows[act], { id: shop.id, key }), (made): Outcome => {
    if (made._tag === "Answered") return { _tag: "SeeOther", to: link(view, `shops/${shop.id}`, { done: act }) }
    return made._tag === "Refused" && made.status === 422 ? again(shop, act, made.sentences, view) : made
  })
}

export const shopRoutes: Routes = {
  "GET shops": (visit) => (visit.view.who.isAdministeringAll ? listed(visit) : busy(visit)),
  "POST shops": added,
  "GET shops/:shop": onShop((shop, { view }) => shown(shop.id, Shops.one(shop, view))),
  "GET shops/:shop/:what": onAct((shop, act, { view }) =>
    view.who.isAdministeringAll
      ? shown(view.words.shops.sure[act](shop.id), Shops.confirmed(shop, act, [], view))
      : new Refused(403, [])
  ),
  "POST shops/:shop/:what": onAct(acted)
}
