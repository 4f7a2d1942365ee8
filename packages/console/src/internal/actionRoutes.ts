/** What forms do: each is a row of the table, under the key that was made with its form. */
import { operatorTable, table } from "@florin/wire/operations/Table"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type Answered, type Desk, Refused, type Waits } from "../Desk.js"
import type { Outcome, Shown } from "../Outcome.js"
import { link, type View } from "../View.js"
import * as Action from "./screens/action.js"
import * as Waiting from "./screens/waiting.js"
import { membersOf, type Story } from "./storied.js"
import { minor } from "./values.js"
import { type Handle, keeping, type Routes, type Visit } from "./visit.js"
import { withDocument } from "./withDocument.js"

const enteredIn = ({ form }: Visit): Action.Entered => ({
  amount: form.amount?.trim() ?? "",
  reason: form.reason?.trim().slice(0, 255) ?? "",
  approval: form.approval
})

const back = (view: View, path: string, done: string): Outcome => ({
  _tag: "SeeOther",
  to: link(view, path, { done })
})

type Made = Answered<unknown> | Refused | Waits

/** Carries an action out by the row of its payment method. */
const carriedOut = (story: Story, kind: Action.Kind, amount: number, visit: Visit): Effect.Effect<Made> => {
  const { desk } = visit
  const { key } = keeping(visit)
  const { approval, reason } = enteredIn(visit)
  const { shop, transaction } = story
  const request = { parent_uid: transaction.uid, amount, ...(kind === "refund" ? { reason } : {}) }
  const call = { shop, request, key, ...(approval === undefined ? {} : { approval }) }
  if (kind === "capture") return desk.call(table.capture, call)
  if (kind === "void") return desk.call(table.void, call)
  const isTransfer = membersOf(story).method_type !== undefined
  return isTransfer ? desk.call(table.refundTransfer, call) : desk.call(table.refund, call)
}

const uidIn = (document: unknown): string | undefined => {
  const { transaction } = (document ?? {}) as { readonly transaction?: { readonly uid?: unknown } }
  return typeof transaction?.uid === "string" ? transaction.uid : undefined
}

/** Captures and voids have no reason of their own: it becomes the note of what was made, which nothing else has. */
const noted = (kind: Action.Kind, document: unknown, shop: string, visit: Visit): Effect.Effect<string> => {
  const { reason } = enteredIn(visit)
  const uid = uidIn(document)
  if (kind === "refund" || reason === "" || uid === undefined) return Effect.succeed(kind)
  return Effect.map(visit.desk.call(table.note, { shop, id: uid, request: { note: reason } }), ({ _tag }) =>
    _tag === "Answered" ? kind : "note"
  )
}

const shown = (title: string, content: Shown["content"], status = 200): Shown => ({
  _tag: "Shown",
  title,
  content,
  status
})

const acting = (story: Story, kind: Action.Kind, visit: Visit): Effect.Effect<Outcome> => {
  const view = keeping(visit)
  const title = view.words.story.actions[kind]
  const entered = enteredIn(visit)
  const again = (sentences: ReadonlyArray<string>) =>
    shown(title, Action.again(story, kind, entered, sentences, visit.view), 422)
  const amount = Action.amountOf(story, entered)
  const fault = Action.faultOf(story, kind, entered, view)
  if (amount === undefined || entered.reason === "")
    return Effect.succeed(again([fault ?? view.words.story.reasonFault]))
  // A form that is sent twice finds less left than it takes, and gets its first answer all the same.
  if (visit.form.step !== "sure") {
    if (fault !== undefined) return Effect.succeed(again([fault]))
    return Effect.succeed(shown(title, Action.confirmation(story, kind, amount, entered, view)))
  }
  return Effect.flatMap(carriedOut(story, kind, amount, visit), (made): Effect.Effect<Outcome> => {
    if (made._tag === "Waits") return Effect.succeed(made)
    if (made._tag === "Refused")
      return Effect.succeed(made.status === 403 || made.status >= 500 ? made : again(made.sentences))
    return Effect.map(noted(kind, made.document, story.shop, visit), (done) =>
      back(view, `payments/${story.transaction.uid}`, done)
    )
  })
}

/** A payment's shop is that of its story: nobody names another one. */
const onPayment =
  (next: (story: Story, visit: Visit) => Effect.Effect<Outcome>): Handle =>
  (visit) =>
    withDocument<typeof operatorTable.findStory>(
      visit.desk.call(operatorTable.findStory, { id: visit.params.uid ?? "" }),
      (story) => next(story, visit)
    )

/** A command without anything to type. */
const plainly = (call: Effect.Effect<Made>, done: Outcome): Effect.Effect<Outcome> =>
  Effect.map(call, (made): Outcome => (made._tag === "Answered" ? done : made))

/** As many as the row answers at a time. */
const proofsAtOnce = 100

/** A proof that waits, on whichever page of the list. */
const proofOf = (desk: Desk, uid: string, after?: string): Effect.Effect<Waiting.Proof | Refused> => {
  const query = { limit: String(proofsAtOnce), ...(after === undefined ? {} : { after }) }
  return Effect.flatMap(desk.call(operatorTable.listProofs, { query }), (answer) => {
    if (answer._tag !== "Answered") return Effect.succeed(answer._tag === "Refused" ? answer : new Refused(404, []))
    const { proofs } = answer.document
    const found = proofs.find((one) => one.uid === uid)
    if (found !== undefined) return Effect.succeed(found)
    return proofs.length < proofsAtOnce ? Effect.succeed(new Refused(404, [])) : proofOf(desk, uid, proofs.at(-1)?.uid)
  })
}

/** As many as the row answers at a time. */
const mostCounted = 1000

const isDecision = (what: string): what is "approve" | "decline" => what === "approve" || what === "decline"

const deciding =
  (next: (proof: Waiting.Proof, what: "approve" | "decline", visit: Visit) => Effect.Effect<Outcome>): Handle =>
  (visit) => {
    const { uid = "", what = "" } = visit.params
    if (!isDecision(what)) return Effect.succeed(new Refused(404, []))
    return Effect.flatMap(proofOf(visit.desk, uid), (proof) =>
      proof instanceof Refused ? Effect.succeed(proof) : next(proof, what, visit)
    )
  }

const decided = (proof: Waiting.Proof, what: "approve" | "decline", visit: Visit): Effect.Effect<Outcome> => {
  const { desk, form, view } = visit
  const words = view.words.proofs
  const again = (sentences: ReadonlyArray<string>) =>
    shown(words.sure[what], Waiting.decision(proof, what, sentences, view), 422)
  const message = form.message?.trim() ?? ""
  const amount = what === "approve" ? minor(form.amount ?? "", proof.currency) : 0
  if (amount === undefined) return Effect.succeed(again([view.words.story.amountFault]))
  const request = { ...(message === "" ? {} : { message }), ...(what === "approve" ? { amount } : {}) }
  const row = what === "approve" ? operatorTable.approveWaitingProof : operatorTable.declineWaitingProof
  const call: Effect.Effect<Made> = desk.call(row, { id: proof.uid, request, key: keeping(visit).key })
  return Effect.map(call, (made): Outcome => {
    if (made._tag === "Answered") return { _tag: "SeeOther", to: link(view, "proofs") }
    return made._tag === "Refused" && made.status === 422 ? again(made.sentences) : made
  })
}

const actions = Object.fromEntries(
  Action.kinds.map((kind) => [`POST payments/:uid/${kind}`, onPayment((story, visit) => acting(story, kind, visit))])
) as Routes

export const actionRoutes: Routes = {
  ...actions,
  "POST payments/:uid/recover": onPayment((story, visit) => {
    const { shop, transaction } = story
    const call = { shop, id: transaction.uid, key: keeping(visit).key }
    return plainly(visit.desk.call(table.recover, call), back(visit.view, `payments/${transaction.uid}`, "recover"))
  }),
  "POST payments/:uid/renotify": onPayment((story, visit) => {
    const { shop, transaction } = story
    const call = { shop, id: transaction.uid, key: keeping(visit).key }
    return plainly(visit.desk.call(table.renotify, call), back(visit.view, `payments/${transaction.uid}`, "renotify"))
  }),
  "POST webhooks/:shop/:id/resend": (visit) => {
    const { id = "", shop = "" } = visit.params
    const call = visit.desk.call(table.resendNotification, { shop, id, key: keeping(visit).key })
    return plainly(call, back(visit.view, "webhooks", "resend"))
  },
  "GET webhooks/:shop/resend": ({ desk, params: { shop = "" }, view }) => {
    const query = { status: "exhausted", limit: String(mostCounted) }
    return withDocument<typeof table.listNotifications>(
      desk.call(table.listNotifications, { shop, query }),
      ({ notifications: { length } }) =>
        shown(view.words.webhooks.sure(shop), Waiting.resending(shop, length, length >= mostCounted, view))
    )
  },
  "POST webhooks/:shop/resend": (visit) => {
    const { shop = "" } = visit.params
    const call = visit.desk.call(table.resendExhausted, { shop, key: keeping(visit).key })
    return plainly(call, back(visit.view, "webhooks", "resend"))
  },
  "GET proofs/:uid/:what": deciding((proof, what, { view }) =>
    Effect.succeed(shown(view.words.proofs.sure[what], Waiting.decision(proof, what, [], view)))
  ),
  "POST proofs/:uid/:what": deciding(decided),
  "POST reconciliation": (visit) => {
    const { desk, view } = visit
    return withDocument<typeof operatorTable.reconcile>(
      desk.call(operatorTable.reconcile, { request: {}, key: keeping(visit).key }),
      (books) => shown(view.words.reconciliation.title, Waiting.reconciliation(books, view))
    )
  },
  "POST settings": ({ form, view }) => {
    const zone = form.zone?.trim() ?? ""
    const isKnown = Option.isSome(DateTime.zoneMakeNamed(zone))
    const language = form.language === "ru" ? "ru" : "en"
    return Effect.succeed(
      isKnown
        ? { _tag: "SeeOther", to: link(view, "settings"), keep: { florin_zone: zone, florin_language: language } }
        : { _tag: "SeeOther", to: link(view, "settings", { wrong: "zone" }) }
    )
  }
}
