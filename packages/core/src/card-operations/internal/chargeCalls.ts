import type * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { type AcquirerService, callLimit } from "../../cards/Acquirer.js"
import { noReport } from "../../cards/AcquirerReport.js"
import { CardEvent } from "../../cards/CardEvent.js"
import type { CardTransaction, FollowUpRequest } from "../../cards/CardTransaction.js"
import { type KeptCode, SecurityCodes } from "../../cards/CardVault.js"
import type { DeclineReason } from "../../cards/DeclineReason.js"
import type { AcquirerKey } from "../../ids/Ids.js"
import type { ProviderCall } from "../../operations/ProviderOperation.js"
import { VerificationRequests } from "../../operations/VerificationRequests.js"
import { given } from "../../request/Given.js"
import type { Wanted } from "../../routing/Capabilities.js"
import * as Routing from "../../routing/Routing.js"
import * as Sources from "../../routing/Sources.js"
import type { Shop } from "../../shops/Shop.js"
import type { Progress } from "../../three-d-secure/ThreeDSecureRules.js"
import { lastCharge } from "../../transaction-base/TransactionBase.js"
import { TransactionDocuments } from "../../transactions/TransactionStore.js"
import type { ChargeKind } from "../ChargeRules.js"
import * as AcquirerCalls from "./acquirerCalls.js"
import * as AuthenticationCalls from "./authenticationCalls.js"
import * as WalletCalls from "./walletCalls.js"

/** What a charge is performed with. */
export interface ChargeCalls {
  readonly shop: Shop
  readonly clock: Clock.Clock
  readonly source: AcquirerCalls.CallSource
  /** Since when its security code was kept, before the customer came back. */
  readonly codeSince?: KeptCode["since"]
}

/** The event of an authentication that ends or interrupts a charge. Undefined when the acquirer is called next. */
export const eventOf = ({ authentication, reason, then }: Progress): CardEvent | undefined => {
  if (then === "wait") return CardEvent.ChallengeRequired({ authentication })
  return then === "fail" ? CardEvent.AuthenticationFailed({ authentication, reason }) : undefined
}

/** Adds what 3-D Secure has said to the outcome. */
export const withAuthentication =
  (authentication: CardTransaction["authentication"]) =>
  (event: CardEvent): CardEvent => {
    if (authentication === undefined) return event
    if (event._tag === "Approved" || event._tag === "Declined") return { ...event, authentication }
    if (event._tag === "ActionNeeded" || event._tag === "Acknowledged") return { ...event, authentication }
    if (event._tag === "NotDone" || event._tag === "VerificationRefused") return { ...event, authentication }
    return event
  }

/** The security code was lost while the customer was on the issuer's page. Source: D15. */
const codeLost = CardEvent.Declined({ reason: "security-code", report: noReport })

/** Why a charge may move on to another acquirer. A decline by the issuer never does. Source: D17. */
const passedOnFor = (event: CardEvent): DeclineReason | undefined => {
  if (event._tag === "NotDone") return "acquirer-temporary"
  if (event._tag !== "Declined") return undefined
  return event.reason === "acquirer-temporary" || event.reason === "issuer-temporary" ? event.reason : undefined
}

/** Whether its `expired_at` is reached. */
const isOver = ({ expiredAt }: CardTransaction, now: number): boolean =>
  expiredAt !== null && now >= expiredAt.epochMillis

/** Sends the verification request to the merchant before the acquirer is called. */
const verifying = Effect.map(
  VerificationRequests,
  (merchant) =>
    (shop: Shop, transaction: CardTransaction, url: string, clock: Clock.Clock): Effect.Effect<CardEvent | undefined> =>
      Effect.map(merchant.ask(shop, transaction, url), (verdict) => {
        if (verdict === "refused") return CardEvent.VerificationRefused({})
        // The transaction may have expired while the merchant answered; the acquirer was not called yet.
        return isOver(transaction, clock.unsafeCurrentTimeMillis()) ? CardEvent.NotDone({}) : undefined
      })
)

/** What a charge that was accepted asks of the next acquirer. */
const wantedBy = ({ authenticate, currency, details, isByMerchant, type }: CardTransaction): Wanted => ({
  type: type as ChargeKind,
  currency,
  contracts: details.additionalData?.contract ?? [],
  isByMerchant: isByMerchant === true,
  isForced: authenticate === "forced"
})

/** The acquirers that are left, in order. */
const remaining = (
  acquirers: ReadonlyArray<AcquirerService>,
  transaction: CardTransaction
): ReadonlyArray<Routing.Considered> => {
  const { card, details, passedOn: rerouted = [], routed, test } = transaction
  const called = [lastCharge(transaction).gatewayId, ...rerouted.map(({ gatewayId }) => gatewayId)]
  const excluded = details.additionalData?.excludedGateways
  const candidacy = { test, excluded, called, source: Sources.sourceOf(card), wanted: wantedBy(transaction) }
  return Routing.considered(acquirers, candidacy, Routing.orderOf(routed))
}

/**
 * Moves on to the next acquirer, if there is one, where this one could not process the charge in time.
 *
 * Source: D17; interface, "Authorization request | expired_at".
 */
export const rerouted =
  (
    { acquirers, health }: Pick<AcquirerCalls.AcquirerCalls, "acquirers" | "health">,
    transaction: CardTransaction,
    clock: Clock.Clock
  ) =>
  (event: CardEvent): CardEvent => {
    const reason = passedOnFor(event)
    if (reason === undefined || isOver(transaction, clock.unsafeCurrentTimeMillis())) return event
    const considered = remaining(acquirers, transaction)
    const choice = health.choose(Routing.able(considered))
    const { chosen: next } = choice
    if (next === undefined) return event
    const before = transaction.skipped ?? []
    // What one lacks is told once.
    const skipped = Routing.passedOver(considered, choice).filter(
      ({ gatewayId, lacks }) => lacks === undefined || !before.some((one) => one.gatewayId === gatewayId)
    )
    const count = (transaction.passedOn ?? []).length
    const attempt: FollowUpRequest = {
      step: "charge",
      key: `${transaction.uid}:charge-${count + 2}` as AcquirerKey,
      gatewayId: next.gatewayId,
      amount: transaction.amount,
      at: DateTime.unsafeMake(clock.unsafeCurrentTimeMillis())
    }
    const { authentication } = transaction
    return CardEvent.PassedOn({ attempt, reason, ...(skipped.length > 0 && { skipped }), ...given({ authentication }) })
  }

/** Authenticates the customer. Undefined: the acquirer is asked next, with what 3-D Secure said. */
const authenticating =
  (authenticate: AuthenticationCalls.AuthenticationCalls, codes: SecurityCodes["Type"]) =>
  ({ clock, codeSince, shop, source }: ChargeCalls, learn: (transaction: CardTransaction) => void) =>
    Effect.fnUntraced(function* (transaction: CardTransaction) {
      const { uid } = transaction
      // Only numbers are authenticated: no charge by a provider's token waits for it.
      if (source.source === "token") return undefined
      const { card } = source
      const progress = yield* authenticate(transaction, card)
      if (progress?.then === "wait" && card.securityCode !== undefined) {
        const since = codeSince === undefined ? {} : { since: codeSince }
        codes.keep(shop.id, uid, { code: card.securityCode, ...since })
      }
      if (progress === undefined) return CardEvent.NoAnswer()
      const { authentication } = progress
      learn({ ...transaction, authentication })
      const event = eventOf(progress)
      if (event !== undefined) return event
      // The time may be over meanwhile; the acquirer was not called yet.
      return isOver(transaction, clock.unsafeCurrentTimeMillis()) ? CardEvent.NotDone({ authentication }) : undefined
    })

/**
 * Performs charges: authenticates the customer if needed, asks the merchant for verification if requested, then the
 * acquirer, and passes an approved card to the wallet.
 */
export const make = Effect.fnUntraced(function* (asking: AcquirerCalls.AcquirerCalls) {
  const verification = yield* verifying
  const wallet = yield* WalletCalls.make(asking)
  const codes = yield* SecurityCodes
  const { returnUrl } = yield* TransactionDocuments
  const authenticated = authenticating(yield* AuthenticationCalls.make, codes)

  /** What comes before the acquirer. */
  const before = (
    transaction: CardTransaction,
    charging: ChargeCalls,
    learn: (transaction: CardTransaction) => void
  ) => {
    const { clock, shop } = charging
    const { verificationUrl } = transaction.details
    // The merchant is asked once, however many acquirers are.
    const isCalled = verificationUrl === undefined || transaction.passedOn !== undefined
    const verify = isCalled ? undefined : verification(shop, transaction, verificationUrl, clock)
    if (transaction.authentication?.stage !== "asked") return verify
    return Effect.flatMap(authenticated(charging, learn)(transaction), (event) =>
      event !== undefined || verify === undefined ? Effect.succeed(event) : verify
    )
  }

  /** A charge that has waited for its customer goes on in a process that may not have the code. */
  const isCodeLost = (transaction: CardTransaction, source: AcquirerCalls.CallSource): boolean =>
    source.source === "card" &&
    source.card.securityCode === undefined &&
    (transaction.authentication?.requests ?? 0) > 1 &&
    asking.acquirerOf(lastCharge(transaction).gatewayId)?.needsSecurityCode === true

  const begun =
    (kind: ChargeKind, charging: ChargeCalls) =>
    (transaction: CardTransaction): ProviderCall => {
      const { clock, shop, source } = charging
      let known = transaction
      const first = before(transaction, charging, (learned) => {
        known = learned
      })
      const session = transaction.details.additionalData?.wallet?.params?.session
      // A wallet keeps numbers.
      const number = session !== undefined && source.source === "card" ? source.card : undefined
      const after = number && wallet(shop, transaction, session!, number, clock)
      const ask = (owner: string): Effect.Effect<CardEvent> => {
        const learned = withAuthentication(known.authentication)
        if (isCodeLost(transaction, source)) return Effect.succeed(learned(codeLost))
        const called = asking.perform(
          lastCharge(known).gatewayId,
          AcquirerCalls.chargeRequest(kind, known, source, returnUrl(known.uid))
        )(owner)
        return Effect.map(called, (event) => rerouted(asking, known, clock)(learned(event)))
      }
      return {
        ask,
        limit: callLimit,
        again: begun(kind, charging),
        ...(first === undefined
          ? {}
          : { before: Effect.map(first, (event) => event && withAuthentication(known.authentication)(event)) }),
        ...(after === undefined ? {} : { after })
      }
    }

  return {
    begun,
    /** Goes on with a charge whose customer is back, with the code if this process has it. */
    resumed:
      (kind: ChargeKind, charging: ChargeCalls) =>
      (transaction: CardTransaction): ProviderCall => {
        const kept = codes.take(transaction.uid)
        const { source } = charging
        if (kept === undefined || source.source === "token") return begun(kind, charging)(transaction)
        const whole = { ...source, card: { ...source.card, securityCode: kept.code } }
        return begun(kind, { ...charging, source: whole, codeSince: kept.since })(transaction)
      }
  }
})
