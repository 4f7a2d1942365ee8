/**
 * The portal in a browser: what a customer looks at and does. The token in the address is all that opens it, so that a form
 * of another site, which does not know it, does nothing; neither a cookie nor a script is needed. Source: D47, D64.
 */
import { type OpenedPortal, type PortalEntry, Portals } from "@florin/core/billing/Portals"
import { Subscriptions } from "@florin/core/billing/Subscriptions"
import { PlanId, SubscriptionId } from "@florin/core/ids/Ids"
import { type InvalidRequest, NotFound } from "@florin/core/request/InvalidRequest"
import type { CheckedCardChange } from "@florin/core/subscriptions/Subscription"
import type { CardFault } from "@florin/pages/Language"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { HttpSettings } from "../../HttpSettings.js"
import * as Merchant from "../routes/merchant.js"
import * as Brake from "../transport/brake.js"
import {
  type Exchange,
  type Failure,
  formFields,
  type Handler,
  queryFields,
  Refused,
  type Reply,
  seeOther
} from "../transport/exchange.js"
import * as CardEntryForm from "./cardEntryForm.js"
import * as CardForm from "./cardForm.js"
import * as PortalPages from "./portalPages.js"
import * as ProblemPages from "./problemPages.js"

type Fields = Readonly<Record<string, string>>

const isSubscriptionId = Schema.is(SubscriptionId)
const isPlanId = Schema.is(PlanId)

const foreign = new Refused({ status: 403, body: JSON.stringify({ message: "The form is of another site" }) })

/**
 * Browsers say where a form comes from. Even one that knows the address is not the customer's own. Source: Fetch Metadata,
 * `Sec-Fetch-Site`.
 */
const ownForm = ({ incoming }: Exchange): Effect.Effect<void, Refused> =>
  /^(?:cross|same)-site$/.test(incoming.header("sec-fetch-site") ?? "") ? Effect.fail(foreign) : Effect.void

/** One subscription in its portal, and the form that was sent about it. */
interface Sent {
  readonly opened: OpenedPortal
  readonly entry: PortalEntry
  readonly fields: Fields
}

/** Another card: it is checked, through 3-D Secure where that is needed. */
const carding = Effect.gen(function* () {
  const { changeCard } = yield* Portals
  const { cardEntry } = yield* Subscriptions
  const { step } = yield* PortalPages.make
  const { attempt } = yield* Brake.Brake

  return (exchange: Exchange, { entry, fields, opened }: Sent): Effect.Effect<Reply, Failure> => {
    const again = (faults: ReadonlyArray<CardFault>, status = 422): Effect.Effect<Reply> =>
      Effect.succeed(step(exchange, opened, entry, "card", { entered: CardForm.entered(fields, faults) }, status))
    const refused = ({ errors }: InvalidRequest): Effect.Effect<Reply> => {
      const faults = CardForm.faultsOf(errors)
      return faults.length > 0 ? again(faults) : Effect.succeed(seeOther("?done=impossible"))
    }
    const card = CardEntryForm.read(fields, cardEntry(entry.subscription.plan))
    if (Either.isLeft(card)) return again(card.left)
    const { portal, shop } = opened
    const work = Merchant.working({ ...exchange, shop }, () => changeCard(opened, entry.subscription.id, card.right))
    const triedBy = ({ check }: CheckedCardChange) => Effect.succeed(check)
    return Effect.matchEffect(attempt(exchange, { page: `portal of ${shop.id} ${portal.customer}`, work, triedBy }), {
      onFailure: (error) => (error._tag === "InvalidRequest" ? refused(error) : Effect.fail(error)),
      onSuccess: (done) =>
        done instanceof Brake.Braked
          ? Effect.map(again(["too-many"], 429), Brake.after(done))
          : Effect.succeed(seeOther(`?check=${done.check.uid}`))
    })
  }
})

/** What takes no more than a button. */
const changing = Effect.gen(function* () {
  const { cancel, changePlan, uncancel } = yield* Portals
  const { step } = yield* PortalPages.make

  /** In the shop's share of the places, like the shop's own requests. Source: D42. */
  const done = <A>(
    exchange: Exchange,
    { shop }: OpenedPortal,
    change: Effect.Effect<A, InvalidRequest | Failure>,
    notice: "canceled" | "resumed" | "planned"
  ): Effect.Effect<Reply, Failure> =>
    Merchant.working({ ...exchange, shop }, () => change).pipe(
      Effect.as(seeOther(`?done=${notice}`)),
      // It has changed since its page was shown, or was never offered.
      Effect.catchTag("InvalidRequest", () => Effect.succeed(seeOther("?done=impossible")))
    )

  return {
    cancel: (exchange: Exchange, { entry: { subscription }, opened }: Sent) =>
      done(exchange, opened, cancel(opened, subscription.id, undefined), "canceled"),
    uncancel: (exchange: Exchange, { entry: { subscription }, opened }: Sent) =>
      done(exchange, opened, uncancel(opened, subscription.id, undefined), "resumed"),
    plan: (exchange: Exchange, { entry, fields: { plan }, opened }: Sent): Effect.Effect<Reply, Failure> => {
      const isOffered = PortalPages.isOffered("plan", entry.offers)
      if (plan === undefined && isOffered) {
        return Effect.succeed(step(exchange, opened, entry, "plan", { isPlanMissing: true }, 422))
      }
      if (!isPlanId(plan)) return Effect.succeed(seeOther("?done=impossible"))
      return done(exchange, opened, changePlan(opened, entry.subscription.id, plan), "planned")
    }
  }
})

export const make = Effect.gen(function* () {
  const { entry: found } = yield* Portals
  const { current, ended, opened: openedIn } = yield* PortalPages.make
  const actions = { ...(yield* changing), card: yield* carding }
  const { bodyLimit } = yield* HttpSettings
  const { orMissing } = yield* ProblemPages.make

  const entryOf = (opened: OpenedPortal, id: string | undefined) =>
    isSubscriptionId(id) ? found(opened, id) : new NotFound()

  /** Changes nothing: link previews and crawlers come too. */
  const portalPage: Handler = (exchange) =>
    Effect.gen(function* () {
      const opened = yield* openedIn(exchange)
      const { subscription } = queryFields(exchange)
      if (opened.isOver || subscription === undefined) return yield* current(exchange, opened)
      return yield* current(exchange, opened, yield* entryOf(opened, subscription))
    }).pipe(orMissing(exchange))

  const portalAction: Handler = (exchange) =>
    Effect.gen(function* () {
      const opened = yield* openedIn(exchange)
      yield* ownForm(exchange)
      const fields = yield* formFields(exchange, bodyLimit)
      if (opened.isOver) return ended(exchange, opened)
      const { action = "" } = fields
      if (!Object.hasOwn(actions, action)) return yield* new NotFound()
      const entry = yield* entryOf(opened, fields.subscription)
      return yield* actions[action as keyof typeof actions](exchange, { opened, entry, fields })
    }).pipe(orMissing(exchange))

  return { portalPage, portalAction }
})
