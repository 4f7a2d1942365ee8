/** Subscriptions: created, paid for, changed by the merchant, and previewed. */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { Acquirers } from "../cards/Acquirer.js"
import type { CardInput } from "../cards/CardInput.js"
import { type CardEntry, cardEntryOf } from "../cards/ProviderFields.js"
import type { CustomerDetails } from "../customers/CustomerRequest.js"
import type { PlanId, SubscriptionId } from "../ids/Ids.js"
import { outsideUnitOfWork } from "../operations/Operations.js"
import type { Plan } from "../plans/Plan.js"
import type { InvalidRequest, NotFound } from "../request/InvalidRequest.js"
import { forTestMode } from "../routing/Routing.js"
import { closedRefusal, type Shop } from "../shops/Shop.js"
import type { WithChosenId } from "../store/FindOrCreate.js"
import { existing, type List, listing } from "../store/Records.js"
import type { StorageError } from "../store/StorageError.js"
import type { NotInsideTransaction } from "../store/UnitOfWork.js"
import type { VaultError } from "../store/VaultError.js"
import type { ChangeRequest } from "../subscriptions/ChangeRequest.js"
import type * as Outlook from "../subscriptions/Outlook.js"
import type * as Preview from "../subscriptions/Preview.js"
import type { ChangedTerms, CheckedCardChange, Subscription } from "../subscriptions/Subscription.js"
import type {
  CancelRequest,
  CardChangeRequest,
  NewPreviewRequest,
  PlanChangeRequest,
  SubscriptionRequest
} from "../subscriptions/SubscriptionRequest.js"
import * as SubscriptionRules from "../subscriptions/SubscriptionRules.js"
import { SubscriptionStore } from "../subscriptions/SubscriptionStore.js"
import type { CouponUseRequest } from "../terms/CouponRequest.js"
import type { LineRequest } from "../terms/LineRequest.js"
import * as NewSubscription from "./internal/newSubscription.js"
import * as Previewing from "./internal/previewing.js"
import * as RecurringCharge from "./internal/recurringCharge.js"
import * as ShopLines from "./internal/shopLines.js"
import * as SubscriptionChanges from "./internal/subscriptionChanges.js"
import * as TermsChanging from "./internal/termsChanging.js"
import { Renewals } from "./Renewals.js"

/** Why a command was not carried out. A declined charge is not an error but a subscription that `failed`. */
export type SubscriptionsError = InvalidRequest | NotFound | NotInsideTransaction | VaultError | StorageError

/** A command about one subscription. Answers with the subscription as it stands afterwards. */
type Command<Request, Answer = Subscription> = (
  shop: Shop,
  id: SubscriptionId,
  request: Request
) => Effect.Effect<Answer, SubscriptionsError>

/** How far a preview looks. Default: a year. */
export interface PreviewOptions {
  readonly until?: DateTime.Utc
}

export class Subscriptions extends Context.Tag("@florin/core/Subscriptions")<
  Subscriptions,
  {
    /**
     * Creates a subscription, with its plan and customer if they come whole. With a card it is charged at once; without
     * one the customer pays on the page.
     */
    readonly create: (
      shop: Shop,
      request: SubscriptionRequest,
      options?: WithChosenId<SubscriptionId>
    ) => Effect.Effect<Subscription, Exclude<SubscriptionsError, NotFound>>
    /**
     * The customer pays on the page: the first charge of a subscription, which is created with that id if there is none.
     * However often and in however many tabs it is sent, one charge is made.
     */
    readonly pay: (
      shop: Shop,
      plan: Plan,
      id: SubscriptionId,
      card: CardInput,
      /** What the page asked for besides the card. */
      details?: CustomerDetails
    ) => Effect.Effect<Subscription, Exclude<SubscriptionsError, NotFound>>
    /** How its pages take a card. Source: D58. */
    readonly cardEntry: (plan: Pick<Plan, "test">) => CardEntry
    readonly find: (shop: Shop, id: SubscriptionId) => Effect.Effect<Subscription, NotFound | StorageError>
    /** For the payment page: an unguessable id is the capability. */
    readonly findPublic: (id: SubscriptionId) => Effect.Effect<Subscription, NotFound | StorageError>
    readonly list: List<Subscription, SubscriptionId>
    /**
     * Final. A 3-D Secure verification that is open can no longer charge. With `atPeriodEnd` it is in force until the
     * period ends that is paid, or ends now where none is.
     */
    readonly cancel: Command<CancelRequest>
    /** Takes back that it is to end with its period. */
    readonly uncancel: Command<void>
    /** Nothing is charged until it is resumed; cycles that go by meanwhile are not charged afterwards. */
    readonly pause: Command<void>
    readonly resume: Command<void>
    /** Checks another card with an amount of 0, through 3-D Secure where it is needed, and charges it from then on. */
    readonly changeCard: Command<CardChangeRequest, CheckedCardChange>
    /** Charges by another plan from the next cycle on. */
    readonly changePlan: Command<PlanChangeRequest>
    /**
     * Charges by other terms, now or from the next cycle on. A change at once charges the difference; while a charge is in
     * doubt it waits for it. With `preview` nothing changes.
     */
    readonly change: Command<ChangeRequest, ChangedTerms>
    /** A line of the shop's own: with the next charge, or charged now; below 0 now it goes to the balance. */
    readonly addLine: Command<LineRequest>
    /** A coupon from its next charge on, which counts it; without one, none. */
    readonly useCoupon: Command<CouponUseRequest>
    /** Takes back a change that has not taken effect. */
    readonly undoChange: Command<void>
    /** After a failed charge: charges now, without waiting for the retry; not at night, nor beyond the card's limit. */
    readonly charge: Command<void>
    /** The answer of a command that had its effect: `made` is the check of a card, or empty. Source: D13. */
    readonly done: Command<string>
    /** The charges that lie ahead, if each succeeds, with what would follow if it did not. */
    readonly preview: (
      shop: Shop,
      id: SubscriptionId,
      options?: PreviewOptions
    ) => Effect.Effect<ReadonlyArray<Preview.UpcomingCharge>, NotFound | StorageError>
    /** Like `preview`, for a subscription that does not exist. Nothing is stored, and no coupon counted. */
    readonly previewNew: (
      shop: Shop,
      request: NewPreviewRequest
    ) => Effect.Effect<ReadonlyArray<Preview.UpcomingCharge>, Exclude<SubscriptionsError, NotFound>>
    /** What its customer is told about the charges that lie ahead; of one that waits for its card, from now on. */
    readonly outlook: (shop: Shop, subscription: Subscription) => Effect.Effect<Outlook.Outlook, StorageError>
    /** The same for a customer who subscribes to the plan at `start`. Default: now. */
    readonly previewPlan: (
      shop: Shop,
      plan: PlanId,
      options?: PreviewOptions & { readonly start?: DateTime.Utc }
    ) => Effect.Effect<ReadonlyArray<Preview.UpcomingCharge>, NotFound | StorageError>
  }
>() {}

export const make = Effect.gen(function* () {
  const store = yield* SubscriptionStore
  const renewals = yield* Renewals
  const starting = yield* NewSubscription.make
  const changing = yield* SubscriptionChanges.make
  const terms = yield* TermsChanging.make
  const lines = yield* ShopLines.make
  const { zoneFor } = yield* RecurringCharge.make
  const previews = yield* Previewing.make
  const acquirers = yield* Acquirers

  const find = (shop: Shop, id: SubscriptionId) => existing(store.find(shop.id, id))

  const charge = Effect.fnUntraced(function* (shop: Shop, id: SubscriptionId) {
    const found = yield* find(shop, id)
    const refused = SubscriptionRules.chargeNowRefusal(found, yield* DateTime.now, zoneFor(shop))
    if (refused !== undefined) return yield* refused
    // A process that charges it meanwhile, or a command that changes it, leaves its own answer.
    yield* renewals.now(found)
    return yield* find(shop, id)
  })

  return Subscriptions.of({
    create: (shop, request, options) =>
      outsideUnitOfWork("Subscriptions.create", closedRefusal(shop) ?? starting.create(shop, request, options?.id)),
    pay: (shop, plan, id, card, details) =>
      outsideUnitOfWork("Subscriptions.pay", closedRefusal(shop) ?? starting.pay(shop, plan, id, card, details)),
    cardEntry: ({ test }) => cardEntryOf(forTestMode(acquirers, test), acquirers),
    find,
    findPublic: (id) => existing(store.findPublic(id)),
    list: listing(store),
    cancel: (shop, id, request) => outsideUnitOfWork("Subscriptions.cancel", changing.cancel(shop, id, request)),
    uncancel: (shop, id) => outsideUnitOfWork("Subscriptions.uncancel", changing.uncancel(shop, id)),
    pause: (shop, id) => outsideUnitOfWork("Subscriptions.pause", changing.pause(shop, id)),
    resume: (shop, id) => outsideUnitOfWork("Subscriptions.resume", changing.resume(shop, id)),
    changePlan: (shop, id, request) =>
      outsideUnitOfWork("Subscriptions.changePlan", changing.changePlan(shop, id, request)),
    changeCard: (shop, id, request) =>
      outsideUnitOfWork("Subscriptions.changeCard", starting.changeCard(shop, id, request)),
    done: starting.done,
    change: (shop, id, request) => outsideUnitOfWork("Subscriptions.change", terms.change(shop, id, request)),
    undoChange: (shop, id) => outsideUnitOfWork("Subscriptions.undoChange", terms.undo(shop, id)),
    addLine: (shop, id, request) => outsideUnitOfWork("Subscriptions.addLine", lines.addLine(shop, id, request)),
    useCoupon: (shop, id, request) => outsideUnitOfWork("Subscriptions.useCoupon", lines.useCoupon(shop, id, request)),
    charge: (shop, id) => outsideUnitOfWork("Subscriptions.charge", charge(shop, id)),
    ...previews
  })
})
