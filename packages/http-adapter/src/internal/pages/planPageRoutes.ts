/** Paying for a plan in a browser. Source: D1, D2, D22. */
import { createHash } from "node:crypto"
import { Subscriptions } from "@florin/core/billing/Subscriptions"
import { Entropy, makeSubscriptionId, type SubscriptionId, subscriptionIdOf } from "@florin/core/ids/Ids"
import type { Plan } from "@florin/core/plans/Plan"
import { Transactions } from "@florin/core/queries/Transactions"
import { given } from "@florin/core/request/Given"
import type { InvalidRequest } from "@florin/core/request/InvalidRequest"
import { isFinal, type Subscription } from "@florin/core/subscriptions/Subscription"
import { SubscriptionDocuments } from "@florin/core/subscriptions/SubscriptionStore"
import { cardScript } from "@florin/pages/CardScript"
import type { CardFault, DetailFault } from "@florin/pages/Language"
import type { Details } from "@florin/pages/PlanPage"
import * as BillingRequests from "@florin/wire/BillingRequests"
import { ofBilling } from "@florin/wire/operations/RefusalForm"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { HttpSettings } from "../../HttpSettings.js"
import * as Merchant from "../routes/merchant.js"
import * as OperationHandlers from "../routes/operationHandlers.js"
import * as Brake from "../transport/brake.js"
import {
  type Exchange,
  type Failure,
  formFields,
  type Handler,
  isForm,
  parsed,
  Refused,
  type Reply,
  requiredBody,
  seeOther
} from "../transport/exchange.js"
import * as CardEntryForm from "./cardEntryForm.js"
import * as CardForm from "./cardForm.js"
import * as DetailsForm from "./detailsForm.js"
import * as PageSeals from "./pageSeals.js"
import * as PlanCookie from "./planCookie.js"
import { finding, isOpen, type Offer, type Paid, requestedFieldsOf, showing } from "./planPages.js"
import * as ProblemPages from "./problemPages.js"
import { script } from "./transactionPages.js"

type Fields = Readonly<Record<string, string>>

/** The page of a subscription, from any page of its plan. */
const toPage = (id: SubscriptionId): Reply => seeOther(`?subscription=${id}`)

/** The plan's own address, from any page of it: the customer begins anew. */
const anew: Reply = seeOther("?")

/** Something of it would be lost if the customer began anew under an id that nothing is stored of. */
const isPrefilled = (of: Subscription): boolean =>
  [
    of.customerId ?? undefined,
    of.returnUrl,
    of.trackingId,
    of.notificationUrl,
    of.language,
    of.visibleFields,
    of.additionalData
  ].some((member) => member !== undefined)

/** The one that follows a failed one: the same in each of the customer's tabs. Nobody guesses it without the first. */
const after = (id: SubscriptionId): SubscriptionId =>
  subscriptionIdOf(createHash("sha256").update(id).digest("hex").slice(0, 16))

/** The same once more, for another card. */
const renewedRequest = (subscription: Subscription) => {
  const { additionalData, customerId, language, notificationUrl, plan, returnUrl, trackingId, visibleFields } =
    subscription
  return {
    plan: { id: plan.id },
    ...(customerId === null ? {} : { customer: { id: customerId } }),
    ...given({ returnUrl, trackingId, notificationUrl }),
    settings: {
      ...given({ language }),
      ...(visibleFields === undefined ? {} : { customerFields: { visible: visibleFields } })
    },
    ...given({ additionalData })
  }
}

const isSealed = (one: Paid): one is Paid & PageSeals.Sealed => one.seal !== undefined

const bracketed = /^customer\[([a-z_]{1,40})\]$/

/** The fields of a merchant's form, as its JSON would be: `customer[email]`. */
const nested = (fields: Fields): object => {
  const customer = Object.entries(fields).flatMap(([name, value]) => {
    const member = bracketed.exec(name)?.[1]
    return member === undefined ? [] : [[member, value] as const]
  })
  return { customer: Object.fromEntries(customer), return_url: fields.return_url }
}

/**
 * What a merchant's page may say: who pays, and where the customer returns to. Anyone can send it, so that it says
 * nothing of notifications.
 */
const prefilling = (plan: Plan, sent: unknown) => {
  // The decoder refuses what is no object, as it does on every route.
  if (typeof sent !== "object" || sent === null || Array.isArray(sent)) return BillingRequests.subscription(sent)
  const { customer, return_url } = sent as Readonly<Record<string, unknown>>
  return BillingRequests.subscription({ plan: { id: plan.id }, customer, return_url })
}

/** What is refused is refused as where shops create subscriptions. */
const inBillingForm = OperationHandlers.refusing(ofBilling)

/** How a subscription gets its id, before or without a card. */
const beginning = Effect.gen(function* () {
  const { stored } = yield* finding
  const { form } = yield* showing
  const { create } = yield* Subscriptions
  const { payUrl } = yield* SubscriptionDocuments
  const { opened, seal } = yield* PageSeals.make
  const entropy = yield* Entropy

  const fresh = ({ id }: Plan) => seal(id, makeSubscriptionId(entropy))

  /** The id that the browser keeps for the plan, as long as it can be paid for: one of ours, stored or not. */
  const kept = Effect.fnUntraced(function* ({ incoming }: Exchange, plan: Plan) {
    const sent = PlanCookie.read(incoming.header("cookie"), plan.id)
    if (sent === undefined) return undefined
    const before = yield* stored(sent.id)
    if (before === undefined) return yield* opened(plan.id, sent.id, sent.seal)
    return before.plan.id === plan.id && !isFinal(before) ? before : undefined
  })

  /** The plan's own address. An id that nothing is stored under is in the form, never in an address that can be sent on. */
  const begun = Effect.fnUntraced(function* (exchange: Exchange, found: Offer) {
    const { plan } = found
    const one = yield* kept(exchange, plan)
    const sealed = one ?? (yield* fresh(plan))
    if (!isSealed(sealed)) return toPage(sealed.id)
    const reply = yield* form(exchange, found, sealed)
    const cookie = PlanCookie.write(plan.id, sealed, payUrl({ id: sealed.id, plan }))
    return { ...reply, headers: { ...reply.headers, "set-cookie": cookie } }
  })

  /**
   * What a form that is shown again is sent for. A form that another site has sent was not filled in here: it keeps no id
   * that its sender knows.
   */
  const goesOnWith = ({ incoming }: Exchange, { plan }: Offer, one: Paid): Effect.Effect<Paid, Failure> => {
    const isOurs = ["same-origin", "none", undefined].includes(incoming.header("sec-fetch-site"))
    return isOurs || !isSealed(one) ? Effect.succeed(one) : fresh(plan)
  }

  const prefilled = Effect.fnUntraced(function* ({ plan, shop }: Offer, sent: unknown) {
    const request = yield* prefilling(plan, sent)
    return toPage((yield* create(shop, request)).id)
  }, Effect.catchAll(inBillingForm))

  const again = Effect.fnUntraced(
    function* (found: Offer, subscription: Subscription | undefined) {
      if (subscription === undefined || subscription.state !== "failed" || !isPrefilled(subscription)) return anew
      const { id } = yield* create(found.shop, renewedRequest(subscription), { id: after(subscription.id) })
      return toPage(id)
    },
    Effect.catchTag("InvalidRequest", inBillingForm)
  )

  return { begun, prefilled, again, opened, goesOnWith }
})

/** The charge of a card that was typed into the form. */
const paying = Effect.gen(function* () {
  const { stored } = yield* finding
  const { form } = yield* showing
  const { goesOnWith } = yield* beginning
  const { cardEntry, pay } = yield* Subscriptions
  const transactions = yield* Transactions
  const { attempt } = yield* Brake.Brake

  /** Charges in the shop's share of the places, like the shop's own requests. Source: D42. */
  const paid = (exchange: Exchange, found: Offer, one: Paid, fields: Fields) => {
    const requested = requestedFieldsOf(found.plan, one)
    const again = (faults: ReadonlyArray<CardFault>, detailFaults: Details<DetailFault> = {}, status?: number) =>
      Effect.flatMap(goesOnWith(exchange, found, one), (next) => {
        const entered = { ...CardForm.entered(fields, faults), details: DetailsForm.entered(fields, requested) }
        return form(exchange, found, next, { ...entered, detailFaults }, status)
      })
    const refused = ({ errors }: InvalidRequest): Effect.Effect<Reply, Failure> => {
      const faults = CardForm.faultsOf(errors)
      const details = DetailsForm.faultsOf(errors)
      if (faults.length > 0 || Object.keys(details).length > 0) return again(faults, details)
      // Another tab has paid; else the shop cannot take this payment.
      return Effect.flatMap(stored(one.id), (now) =>
        isOpen(now) ? again(["refused"]) : Effect.succeed(toPage(one.id))
      )
    }
    const card = CardEntryForm.read(fields, cardEntry(found.plan))
    const details = DetailsForm.read(fields, requested, { country: one.billingAddress?.country })
    if (Either.isLeft(card) || Either.isLeft(details)) {
      return again(Either.isLeft(card) ? card.left : [], Either.isLeft(details) ? details.left : {})
    }
    const work = Merchant.working({ ...exchange, shop: found.shop }, () =>
      pay(found.shop, found.plan, one.id, card.right, details.right)
    )
    // A subscription does not know that its charge has left for the bank; the charge does.
    const triedBy = ({ lastTransaction }: Subscription) =>
      lastTransaction === null
        ? Effect.succeed(undefined)
        : Effect.orElseSucceed(transactions.findPublic(lastTransaction.uid), () => lastTransaction)
    return Effect.matchEffect(attempt(exchange, { page: found.plan.id, work, triedBy }), {
      onFailure: (error) => (error._tag === "InvalidRequest" ? refused(error) : Effect.fail(error)),
      onSuccess: (done) =>
        done instanceof Brake.Braked
          ? Effect.map(again(["too-many"], {}, 429), Brake.after(done))
          : Effect.succeed(toPage(done.id))
    })
  }

  return paid
})

export const make = Effect.gen(function* () {
  const { known, offer } = yield* finding
  const { currentPage } = yield* showing
  const { again, begun, opened, prefilled } = yield* beginning
  const paid = yield* paying
  const { bodyLimit } = yield* HttpSettings
  const { orMissing } = yield* ProblemPages.make

  const shownPage: Handler = (exchange) =>
    Effect.gen(function* () {
      const found = yield* offer(exchange)
      const id = new URLSearchParams(exchange.incoming.query).get("subscription")
      if (id === null) return yield* begun(exchange, found)
      const subscription = yield* known(id, found)
      return subscription === undefined ? anew : yield* currentPage(exchange, found, subscription)
    }).pipe(orMissing(exchange))

  const sent = Effect.fnUntraced(function* (exchange: Exchange, found: Offer, fields: Fields) {
    const id = fields.subscription ?? ""
    const subscription = yield* known(id, found)
    if (fields.again !== undefined) return yield* again(found, subscription)
    const one = subscription ?? (yield* opened(found.plan.id, id as SubscriptionId, fields.seal))
    if (one === undefined) return anew
    return isOpen(subscription) ? yield* paid(exchange, found, one, fields) : toPage(one.id)
  })

  const posted: Handler = (exchange) =>
    Effect.gen(function* () {
      if (isForm(exchange)) {
        const found = yield* offer(exchange)
        const fields = yield* formFields(exchange, bodyLimit)
        return yield* fields.subscription === undefined
          ? prefilled(found, nested(fields))
          : sent(exchange, found, fields)
      }
      const found = yield* Effect.catchTag(offer(exchange), "NotFound", inBillingForm)
      const body = parsed(yield* requiredBody(exchange, bodyLimit))
      if (Option.isNone(body)) return yield* Effect.fail(new Refused(ofBilling.malformed))
      return yield* prefilled(found, body.value)
    }).pipe(orMissing(exchange))

  return { planPage: shownPage, payForPlan: posted, cardScript: script(cardScript) }
})
