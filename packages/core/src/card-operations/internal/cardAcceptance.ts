import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { AcquirerService } from "../../cards/Acquirer.js"
import type { SavedCard } from "../../cards/CardStore.js"
import type { CardTransaction, ShownCard } from "../../cards/CardTransaction.js"
import type { CaptureOrVoidRequest, RefundRequest } from "../../cards/ChildRequest.js"
import type * as RoutingRules from "../../cards/RoutingRules.js"
import { claimIn } from "../../commits/CommandKey.js"
import * as Reads from "../../commits/Reads.js"
import type { KeyRefusal } from "../../idempotency/IdempotencyKey.js"
import * as AcceptanceRules from "../../operations/AcceptanceRules.js"
import type { Accept } from "../../operations/ProviderOperation.js"
import * as Redaction from "../../redaction/Redaction.js"
import { type DuplicateRequest, InvalidRequest } from "../../request/InvalidRequest.js"
import * as Capabilities from "../../routing/Capabilities.js"
import * as Routing from "../../routing/Routing.js"
import * as Sources from "../../routing/Sources.js"
import type { StorageError } from "../../store/StorageError.js"
import type { VaultError } from "../../store/VaultError.js"
import { ThreeDSecureServers } from "../../three-d-secure/ThreeDSecureServer.js"
import { writesOf } from "../CardWrites.js"
import * as ChargeRules from "../ChargeRules.js"
import * as ChildRules from "../ChildRules.js"
import type { ChargeOrder, LinkedCharge, StartedCharge } from "../LinkedCharge.js"
import * as PayoutRules from "../PayoutRules.js"
import type { AcquirerCalls, CallSource } from "./acquirerCalls.js"
import * as Directories from "./directories.js"
import { forAcquirer, type ResolvedCard, resolving } from "./resolvedCard.js"

/** The services that prepare requests. */
const services = Effect.fnUntraced(function* ({ acquirerOf, acquirers, health, withNews }: AcquirerCalls) {
  return {
    acquirerOf,
    acquirers,
    health,
    withNews,
    ...(yield* resolving),
    rules: yield* Routing.Routing,
    ips: yield* Routing.IpDirectory,
    servers: yield* ThreeDSecureServers,
    requestOf: yield* AcceptanceRules.requesting(writesOf)
  }
})

type Services = Effect.Effect.Success<ReturnType<typeof services>>

/** The facts of a charge that routing rules look at. Source: D17. */
const factsOf = (
  { ips }: Pick<Services, "ips">,
  { charge, shop }: ChargeRules.RequestFacts,
  kind: ChargeRules.ChargeKind,
  { facts, issuerCountry }: ShownCard,
  saved: SavedCard
): RoutingRules.RoutingFacts => {
  const ip = charge.customer?.ip
  return {
    shop: shop.id,
    type: kind,
    amount: charge.amount,
    currency: charge.currency,
    brand: facts.brand,
    bin: facts.bin8 ?? facts.bin,
    issuerCountry,
    customerCountry: charge.billingAddress?.country ?? null,
    ipCountry: ip === undefined ? null : Directories.countryOf(ips, ip),
    contracts: Array.from(new Set([...saved.contracts, ...ChargeRules.requestedContracts(charge)])),
    test: charge.test ?? false
  }
}

const none: Reads.Reads<object> = {}

/** The card of a request, or the refusal of a text that holds its number: of its key, too, which is stored. Source: D3. */
const checked = (
  request: object,
  idempotencyKey: string | undefined,
  card: ResolvedCard | InvalidRequest
): ResolvedCard | InvalidRequest => {
  if (card instanceof InvalidRequest || card.number === undefined) return card
  return Redaction.refusal(request, card.number) ?? Redaction.refusal({ idempotencyKey }, card.number) ?? card
}

/** Refuses a request, but only after the idempotency check. */
const unacceptable = (request: AcceptanceRules.Request, error: InvalidRequest) => ({
  accept: AcceptanceRules.acceptanceCommit<object, InvalidRequest, CardTransaction>(request, none, () =>
    Either.left(error)
  ),
  source: undefined
})

const authenticates = ({ capabilities }: AcquirerService): boolean => capabilities?.authenticates === true

const chargePlan = (
  services: Services,
  requested: ChargeRules.RequestFacts,
  kind: ChargeRules.ChargeKind,
  card: ResolvedCard
): Either.Either<AcceptanceRules.NewTransaction<CardTransaction>, InvalidRequest> => {
  const { charge, isAuthenticating, isUnattended, now, shop } = requested
  const { isNew, saved, securityCode } = card
  const shown = services.shown(card.saved)
  const { rules } = services
  const test = charge.test ?? false
  const source = Sources.sourceOf(shown)
  const refused =
    isUnattended === true
      ? undefined
      : Sources.refusal(Routing.forTestMode(services.acquirers, test), source, { path: "credit_card", isNew })
  if (refused !== undefined) return Either.left(refused)
  const routing =
    rules.length === 0 ? Routing.unrouted : Routing.decide(rules, factsOf(services, requested, kind, shown, saved))
  const facts = {
    shop,
    charge,
    now,
    isAuthenticating,
    isUnattended,
    kind,
    card: { saved, isNew, hasCode: securityCode !== undefined, shown },
    routing,
    // A server needs the number.
    isAvailable: requested.isAvailable && source.source === "card"
  }
  const candidacy = { test, source, excluded: charge.additionalData?.excludedGateways }
  const wanted = ChargeRules.wantedOf(facts)
  const considered = Routing.considered(services.acquirers, { ...candidacy, wanted }, routing.gateways)
  const able = Routing.able(considered)
  // What nobody requests is not refused: a renewal fails, and is tried again.
  if (able.length === 0 && routing.status !== "failed" && isUnattended !== true) {
    const open = Routing.candidates(services.acquirers, candidacy, routing.gateways)
    const refused = Capabilities.refusal(open, wanted)
    if (refused !== undefined) return Either.left(refused)
  }
  const choice = services.health.choose(able)
  const skipped = Routing.passedOver(considered, choice)
  return ChargeRules.plan({ ...facts, gatewayId: choice.chosen?.gatewayId, skipped })
}

/** The accepting commit, and the source of the call behind it. */
interface Prepared<Facts, E> {
  readonly accept: Accept<Facts & AcceptanceRules.AcceptanceFacts, E, CardTransaction>
  readonly source: CallSource | undefined
}

type Failure = VaultError | StorageError

const begunOf = (
  { now, uid }: AcceptanceRules.Request,
  { initial, draft }: AcceptanceRules.NewTransaction<CardTransaction>
): StartedCharge => ({
  uid,
  type: draft.type,
  status: initial.status,
  reason: initial.reason,
  gatewayId: draft.gatewayId,
  createdAt: now,
  card: draft.card!
})

/** The plan with the writes of the room that makes the charge. */
const attached = <Facts extends object, E>(
  request: AcceptanceRules.Request,
  plan: AcceptanceRules.NewTransaction<CardTransaction>,
  { attach, belongsTo }: LinkedCharge<Facts, E>,
  facts: Facts
): Either.Either<AcceptanceRules.NewTransaction<CardTransaction>, E> =>
  Either.map(attach(facts, begunOf(request, plan)), (writes) => ({
    ...plan,
    draft: { ...plan.draft, ...belongsTo },
    besides: [...(plan.besides ?? []), ...writes]
  }))

const named = (
  plan: AcceptanceRules.NewTransaction<CardTransaction>,
  shownAs: CardTransaction["shownAs"]
): AcceptanceRules.NewTransaction<CardTransaction> => ({
  ...plan,
  draft: { ...plan.draft, ...(shownAs && { shownAs }) }
})

const charging = (services: Services) =>
  Effect.fnUntraced(function* <Facts extends object, E>(
    ordered: ChargeOrder<Facts, E>,
    now: DateTime.Utc
  ): Effect.fn.Return<Prepared<Facts, KeyRefusal | InvalidRequest | DuplicateRequest | E>, Failure> {
    const { linked, charge, key, kind, shop, shownAs } = ordered
    const what = { name: linked?.name ?? "accept-charge", type: kind, amount: charge.amount } as const
    const isAvailable =
      linked?.isUnattended !== true && Routing.forTestMode(services.servers, charge.test ?? false).length > 0
    const isAuthenticating = Routing.forTestMode(services.acquirers, charge.test ?? false).some(authenticates)
    const requested = { shop, charge, now, isAvailable, isAuthenticating, isUnattended: linked?.isUnattended }
    const owner = linked?.isAnonymous === true ? undefined : charge.customer?.externalId
    const resolved =
      ChargeRules.refusal(requested) ?? (yield* services.resolve(shop, charge.creditCard, now, { owner }))
    // What a renewal says was checked when it was agreed.
    const under = linked === undefined ? key?.key : claimIn(yield* Effect.context<never>())?.key
    const card = linked?.isUnattended === true ? resolved : checked(linked?.texts ?? charge, under, resolved)
    if (card instanceof InvalidRequest) {
      const refused = services.requestOf({ shop, key, now }, { repeats: undefined, ...what })
      return unacceptable(refused, card) as unknown as Prepared<Facts, KeyRefusal | InvalidRequest>
    }
    const planned = yield* services.withNews(chargePlan(services, requested, kind, card))
    const plan = shownAs === undefined ? planned : Either.map(planned, (one) => named(one, shownAs))
    // A renewal is nobody's request: it repeats none, and none repeats it.
    const repeats =
      linked?.isUnattended === true
        ? undefined
        : { on: card.saved.stamp, check: linked === undefined && (charge.duplicateCheck ?? true) }
    const request = services.requestOf({ shop, key, now }, { repeats, ...what })
    const planOf = (facts: Facts): Either.Either<AcceptanceRules.NewTransaction<CardTransaction>, InvalidRequest | E> =>
      Either.flatMap(plan, (plan) =>
        linked === undefined ? Either.right(plan) : attached(request, plan, linked, facts)
      )
    const more = linked === undefined ? none : linked.load
    const accept = AcceptanceRules.acceptanceCommit(request, more as Reads.Reads<Facts>, planOf)
    return { accept, source: forAcquirer(card) }
  })

const childAcceptance =
  (services: Services) =>
  (by: AcceptanceRules.OrderedBy, kind: ChildRules.ChildKind, request: CaptureOrVoidRequest | RefundRequest) => {
    const repeats = { on: request.parentUid, check: request.duplicateCheck ?? true }
    const reads = {
      parent: Reads.cardTransaction(by.shop.id, request.parentUid),
      totals: Reads.parentTotals(by.shop.id, request.parentUid)
    }
    const what = { name: "accept-child", type: kind, amount: request.amount, repeats } as const
    const plan = ChildRules.plan(kind, request, services.acquirerOf)
    return AcceptanceRules.acceptanceCommit(services.requestOf(by, what), reads, plan)
  }

const payingOut = (services: Services) =>
  Effect.fnUntraced(function* (by: AcceptanceRules.OrderedBy, payout: PayoutRules.Payout) {
    const { now, shop } = by
    const { amount, duplicateCheck, test } = payout.request
    const what = { name: "accept-pay-out", type: payout.type, amount } as const
    const { card: input, path } = PayoutRules.cardOf(payout)
    const resolved = PayoutRules.refusal(payout, now) ?? (yield* services.resolve(shop, input, now, { path }))
    const card = checked(payout.request, by.key?.key, resolved)
    if (card instanceof InvalidRequest) {
      return unacceptable(services.requestOf(by, { repeats: undefined, ...what }), card)
    }
    const { isNew, saved } = card
    const shown = services.shown(saved)
    const source = Sources.sourceOf(shown)
    const wanted = { type: payout.type, currency: payout.request.currency }
    const there = Routing.forTestMode(services.acquirers, test ?? false)
    const open = there.filter((acquirer) => Sources.takes(acquirer, source))
    const able = open.find((acquirer) => Capabilities.isAble(acquirer, wanted))
    const refused =
      Sources.refusal(there, source, { path, isNew }) ??
      (able === undefined ? Capabilities.refusal(open, wanted) : undefined)
    const plan =
      refused === undefined
        ? PayoutRules.plan({ shop, payout, card: { saved, isNew, shown }, gatewayId: able?.gatewayId })
        : Either.left(refused)
    const repeats = { on: saved.stamp, check: duplicateCheck ?? true }
    const accept = AcceptanceRules.acceptanceCommit(services.requestOf(by, { repeats, ...what }), none, () => plan)
    return { accept, source: forAcquirer(card) as CallSource | undefined }
  })

/** Builds the accepting commits: prepares everything that needs no read, before the unit of work. */
export const make = (asking: AcquirerCalls) =>
  Effect.map(services(asking), (services) => ({
    charge: charging(services),
    shown: services.shown,
    child: childAcceptance(services),
    payout: payingOut(services)
  }))
