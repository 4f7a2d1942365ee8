/** The rule that accepts a charge: permissions, routing, and the initial state of its transaction. */
import * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import { noReport } from "../cards/AcquirerReport.js"
import * as Authentication from "../cards/Authentication.js"
import { type CardInput, expYearSentence, isExpired } from "../cards/CardInput.js"
import type { ChargeDetails, ChargeRequest, Contract } from "../cards/CardRequest.js"
import type { SavedCard } from "../cards/CardStore.js"
import type { CardTransaction, PassedOver, ShownCard } from "../cards/CardTransaction.js"
import * as ChargeMachine from "../cards/ChargeMachine.js"
import * as Machine from "../machine/Machine.js"
import type { InitialState, NewTransaction, TransactionDraft } from "../operations/AcceptanceRules.js"
import { given } from "../request/Given.js"
import { type InvalidRequest, invalid } from "../request/InvalidRequest.js"
import type { Wanted } from "../routing/Capabilities.js"
import type { RoutingDecision } from "../routing/Routing.js"
import type { Shop } from "../shops/Shop.js"
import * as ThreeDSecure from "../three-d-secure/ThreeDSecureRules.js"

/** Why a request is refused; undefined when it is allowed. */
type Verdict = InvalidRequest | undefined

/** Checks that the shop may send the flags and that 3-D Secure is available if forced. Source: D3, D16. */
const threeDSecureFlags = ({ charge, isAuthenticating = false, isAvailable, shop }: RequestFacts): Verdict => {
  const { force, skip } = flagsOf(charge)
  if (force && !shop.allowForceThreeDSecure) return invalid("force_three_d_secure_verification", "is not allowed")
  // A shop without 3-D Secure has nothing to skip.
  if (skip && shop.threeDSecure && !shop.allowSkipThreeDSecure) {
    return invalid("skip_three_d_secure_verification", "is not allowed")
  }
  return force && !((isAvailable || isAuthenticating) && shop.threeDSecure)
    ? invalid("force_three_d_secure_verification", "is not available")
    : undefined
}

const flagsOf = (details: ChargeDetails) => ({
  force: details.forceThreeDSecureVerification === true,
  skip: details.skipThreeDSecureVerification === true
})

/** A card whose expiry has passed is refused. */
export const notExpired = (path: string, card: CardInput, now: DateTime.Utc): Verdict =>
  card._tag === "CardData" && isExpired(card, now) ? invalid([path, "exp_year"], expYearSentence) : undefined

/** `expired_at` must be in the future. */
const expiresLater = (expiredAt: DateTime.Utc | undefined, now: DateTime.Utc): Verdict =>
  expiredAt !== undefined && DateTime.lessThanOrEqualTo(expiredAt, now)
    ? invalid("expired_at", "must be in the future")
    : undefined

const notAllowed = (path: string): InvalidRequest => invalid([path, "token"], "is not allowed for this operation")

const withoutCode: ReadonlyArray<Contract> = ["recurring", "card_on_file"]

/**
 * Checks the use of a saved card. A shop with strict contracts refuses a use that no contract covers; otherwise only a
 * card saved for `oneclick` alone requires its security code. Source: D14.
 */
const tokenUse = ({ card, shop }: ChosenAcquirerFacts): Verdict => {
  const { contracts, providerToken } = card.saved
  // A provider's own fields have checked the code.
  const hasCode = card.hasCode || providerToken !== undefined
  if (contracts.some((contract) => withoutCode.includes(contract))) return undefined
  if (contracts.includes("oneclick")) {
    return hasCode ? undefined : invalid(["credit_card", "verification_value"], "can't be blank")
  }
  return shop.strictContracts ? notAllowed("credit_card") : undefined
}

/** Checks that a saved card, sent as the section `path`, may receive a payout. Source: D14. */
export const creditUse = (shop: Shop, contracts: ReadonlyArray<Contract>, path: string): Verdict =>
  shop.strictContracts && !contracts.includes("credit") ? notAllowed(path) : undefined

/**
 * The first payment of a `recurring` contract requires the security code.
 *
 * Source: interface, "additional_data members | contract".
 */
const codeForContract = (shop: Shop, contracts: ReadonlyArray<Contract>, card: CardInput): Verdict =>
  shop.strictContracts && card._tag === "CardData" && contracts.includes("recurring") && card.securityCode === undefined
    ? invalid(["credit_card", "verification_value"], "can't be blank")
    : undefined

/** An authorization, payment or tokenization as sent by the merchant: a tokenization has some members of a charge. */
export type Charge = ChargeRequest

export type ChargeKind = "authorization" | "payment" | "tokenization"

/** The facts known before the card is resolved. */
export interface RequestFacts {
  readonly shop: Shop
  readonly charge: Charge
  readonly now: DateTime.Utc
  /** A 3-D Secure server may be asked for this charge. */
  readonly isAvailable: boolean
  /** An acquirer that may be asked authenticates customers itself. Default: false. Source: D53. */
  readonly isAuthenticating?: boolean | undefined
  /** No customer is present: a renewal. */
  readonly isUnattended?: boolean | undefined
}

/** The facts from which an acquirer is chosen: the card, and what the rules say. */
export interface RoutedFacts extends RequestFacts {
  readonly kind: ChargeKind
  readonly card: {
    readonly saved: SavedCard
    readonly isNew: boolean
    readonly hasCode: boolean
    readonly shown: ShownCard
  }
  readonly routing: RoutingDecision
}

/** The remaining facts: where the charge would go. */
export interface ChosenAcquirerFacts extends RoutedFacts {
  /** The first acquirer to call; undefined when there is none. */
  readonly gatewayId: number | undefined
  /** The acquirers before it that are passed over. Absent: none. */
  readonly skipped?: ReadonlyArray<PassedOver>
}

/** Refusals decided before the card is resolved, in order of precedence. */
export const refusal = (facts: RequestFacts): InvalidRequest | undefined => {
  const { charge, now, shop } = facts
  return (
    threeDSecureFlags(facts) ??
    expiresLater(charge.expiredAt, now) ??
    codeForContract(shop, requestedContracts(charge), charge.creditCard) ??
    notExpired("credit_card", charge.creditCard, now)
  )
}

export const requestedContracts = (charge: Charge): ReadonlyArray<Contract> => charge.additionalData?.contract ?? []

const entry = ({
  gatewayId,
  routing
}: ChosenAcquirerFacts): Pick<InitialState<CardTransaction>, "trigger" | "reason"> => {
  if (routing.status === "failed") return { trigger: "RulesDeclined", reason: "routing-rules" }
  if (gatewayId === undefined) return { trigger: "NoAcquirer", reason: "no-acquirer" }
  return { trigger: "Accepted", reason: null }
}

/**
 * Whether no customer is present: a later charge of a `recurring` contract, or one that the merchant makes of a card on
 * file. A contract that the card does not have yet is set up by its customer.
 *
 * Source: interface, "additional_data members | contract, card_on_file.initiator".
 */
const isWithoutCustomer = (facts: RoutedFacts): boolean => {
  const { card, charge } = facts
  if (card.isNew || card.hasCode) return false
  if (requestedContracts(charge).some((contract) => !card.saved.contracts.includes(contract))) return false
  if (recurringType(facts) === "recurring") return true
  return card.saved.contracts.includes("card_on_file") && charge.additionalData?.cardOnFile?.initiator !== "customer"
}

/** A charge that its merchant begins by itself. */
const isByMerchant = (facts: RoutedFacts): boolean => facts.isUnattended === true || isWithoutCustomer(facts)

/** How the acquirer is to take the card. Source: D53. */
const onFileOf = ({ card, charge }: ChosenAcquirerFacts): CardTransaction["onFile"] => {
  if (!card.isNew && card.saved.contracts.length > 0) return "again"
  return requestedContracts(charge).length > 0 ? "first" : undefined
}

/** Source: D16. Without a customer there is no one to authenticate, unless it is mandatory. */
const demandOf = (facts: RoutedFacts): ThreeDSecure.ThreeDSecureDecision => {
  const { charge, routing, shop } = facts
  if (!shop.threeDSecure) return "skipped"
  const decision = ThreeDSecure.decide({ ...flagsOf(charge), routing: routing.threeDSecure })
  return decision === "optional" && isWithoutCustomer(facts) ? "skipped" : decision
}

/** What a 3-D Secure server is asked for. */
const verificationOf = (facts: RoutedFacts): ThreeDSecure.ThreeDSecureDecision =>
  facts.isAvailable ? demandOf(facts) : "skipped"

/** What an acquirer that authenticates is asked for: where a server is configured, that one does it. Source: D53. */
const authenticateOf = (facts: RoutedFacts): CardTransaction["authenticate"] => {
  const { isAuthenticating = false, isAvailable, isUnattended = false } = facts
  if (isAvailable || isUnattended || !isAuthenticating) return undefined
  const decision = demandOf(facts)
  if (decision === "optional") return "wanted"
  return decision === "mandatory" ? "forced" : undefined
}

/** What the charge asks of an acquirer. Source: D53. */
export const wantedOf = (facts: RoutedFacts): Wanted => ({
  type: facts.kind,
  currency: facts.charge.currency,
  contracts: requestedContracts(facts.charge),
  isByMerchant: isByMerchant(facts),
  isForced: authenticateOf(facts) === "forced"
})

/**
 * A server needs the number: what has to be authenticated is not charged by a provider's token where no acquirer
 * authenticates either. Source: D53.
 */
const forcedOnToken = (facts: RoutedFacts): Verdict => {
  const { card, isAuthenticating = false, isUnattended = false } = facts
  if (card.saved.providerToken === undefined || isAuthenticating || isUnattended) return undefined
  return demandOf(facts) === "mandatory"
    ? invalid("force_three_d_secure_verification", "is not available for a provider's token")
    : undefined
}

const isNeeded = (decision: ThreeDSecure.ThreeDSecureDecision): boolean =>
  decision === "optional" || decision === "mandatory"

/** The rules that fired, for the history. */
const firedBy = ({ decision }: RoutingDecision): string | null =>
  decision === undefined || decision.rules.length === 0 ? null : decision.rules.map(({ name }) => name).join(", ")

const begin = (
  facts: ChosenAcquirerFacts,
  verification: ThreeDSecure.ThreeDSecureDecision
): InitialState<CardTransaction> => {
  const { reason, trigger } = entry(facts)
  const { charge, now, routing } = facts
  // One of the machine's initial rows always applies; a refusal here is a defect.
  const { effects, next } = Either.getOrThrow(
    Machine.decide(ChargeMachine.machine, "none", trigger, {
      now,
      expiredAt: charge.expiredAt ?? null,
      waitingSince: null,
      threeDSecureNeeded: isNeeded(verification),
      checksRejected: false,
      isReleased: false,
      ...ChargeMachine.noAction
    })
  )
  return { trigger, status: next as CardTransaction["status"], effects, reason, detail: firedBy(routing) }
}

const recurringType = ({ card, charge }: RoutedFacts): CardTransaction["recurringType"] => {
  if (!card.isNew && card.saved.contracts.includes("recurring")) return "recurring"
  return requestedContracts(charge).includes("recurring") ? "initial" : null
}

/** Whether the number is erased when the charge has ended: a guest has not asked to keep it. Source: D51a. */
const isForgotten = ({ card, charge, shop }: ChosenAcquirerFacts): boolean =>
  shop.forgetGuestCards === true &&
  card.isNew &&
  charge.customer?.externalId === undefined &&
  requestedContracts(charge).length === 0

const authenticationOf = ({ charge }: ChosenAcquirerFacts, verification: ThreeDSecure.ThreeDSecureDecision) =>
  isNeeded(verification)
    ? {
        authentication: Authentication.begun({
          advanced: charge.threeDSecure?.advanced ?? false,
          forced: verification === "mandatory"
        })
      }
    : {}

const draftOf = (
  facts: ChosenAcquirerFacts,
  initial: InitialState<CardTransaction>,
  verification: ThreeDSecure.ThreeDSecureDecision
): TransactionDraft<CardTransaction> => {
  const { card, charge, gatewayId, kind, now, routing, skipped = [] } = facts
  const forgetsCard = isForgotten(facts) ? { forgetsCard: true } : {}
  const { amount, creditCard: _, currency, description, expiredAt, language, test, trackingId, ...details } = charge
  return {
    amount,
    currency,
    description,
    ...(trackingId === undefined ? {} : { trackingId }),
    test: test ?? false,
    language: language ?? "en",
    type: kind,
    details,
    expiredAt: expiredAt ?? null,
    card: card.shown,
    ...forgetsCard,
    recurringType: recurringType(facts),
    ...given({ onFile: onFileOf(facts), isByMerchant: isByMerchant(facts) || undefined }),
    ...given({ authenticate: authenticateOf(facts) }),
    routing: routing.status,
    report: initial.reason === null ? null : noReport,
    ...(routing.decision === undefined ? {} : { routed: routing.decision }),
    gatewayId: gatewayId ?? null,
    ...(skipped.length === 0 ? {} : { skipped: skipped.map((one) => ({ ...one, attempt: 1, at: now })) }),
    ...(initial.status === "failed" ? {} : authenticationOf(facts, verification))
  }
}

/** The writes for a charge, or the refusal of its card. */
export const plan = (facts: ChosenAcquirerFacts): Either.Either<NewTransaction<CardTransaction>, InvalidRequest> => {
  const { card } = facts
  const refused = (card.isNew ? undefined : tokenUse(facts)) ?? forcedOnToken(facts)
  if (refused !== undefined) return Either.left(refused)
  const verification = verificationOf(facts)
  const initial = begin(facts, verification)
  return Either.right({
    draft: draftOf(facts, initial, verification),
    initial,
    // What no acquirer is asked for has ended already.
    ...(card.isNew && !(initial.status === "failed" && isForgotten(facts))
      ? { besides: [{ _tag: "InsertCard", card: card.saved }] }
      : {})
  })
}
