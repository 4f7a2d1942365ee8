/** An acquirer under test, and what all parts of its contract ask of it. */
import type { AcquirerCard, AcquirerService, AcquirerSource, QueriedOperation } from "@florin/core/cards/Acquirer"
import type { IncomingNotification } from "@florin/core/cards/AcquirerNotifications"
import type { CustomerAction } from "@florin/core/cards/CustomerAction"
import type { ProviderToken } from "@florin/core/cards/ProviderToken"
import type { AcquirerKey } from "@florin/core/ids/Ids"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as assert from "../../internal/assert.js"

/** What the customer's browser brings to the return address: the members of the query and of the form. */
export type Returned = NonNullable<QueriedOperation["returned"]>

/** What looks like a notification of the provider and is none. `outdated`: where its signatures say when they were made. */
export interface Forgeries {
  /** The same, signed with another secret. */
  readonly wronglySigned: IncomingNotification
  /** The same, signed as it should be, of another account at the provider. */
  readonly ofAnotherAccount: IncomingNotification
  /** The same, signed as it should be, but longer ago than a signature is good for. */
  readonly outdated?: IncomingNotification
}

/** The provider's side of what it tells by itself. */
export interface NotificationsUnderTest {
  /** What it has sent about the operation under a key so far, oldest first. */
  readonly sentAbout: (key: AcquirerKey) => Effect.Effect<ReadonlyArray<IncomingNotification>>
  /** Made of one that it has sent. */
  readonly forged: (sent: IncomingNotification) => Effect.Effect<Forgeries>
}

/** An acquirer and, where they can be looked into, its books; and the hands of those who are no part of it. */
export interface AcquirerUnderTest {
  readonly acquirer: AcquirerService
  /** How many movements the books hold under a key. Without it the suite concludes from what is left to capture. */
  readonly movementsOf?: (key: AcquirerKey) => Effect.Effect<number>
  /** How many requests to do something have come to the provider under a key. Questions do not count. */
  readonly sendsOf?: (key: AcquirerKey) => Effect.Effect<number>
  /** Lets the provider decide all that it has accepted. Required where it answers `Accepted`. */
  readonly settle?: Effect.Effect<void>
  /** Lets so much time pass at the provider. Required by the part `keyLife`. */
  readonly elapse?: (time: Duration.Duration) => Effect.Effect<void>
  /**
   * The customer goes where an action leads, and does it or refuses. Answers what the browser then brings to the return
   * address. Required by `actingCard` and `actingToken`. Where the page is gone, the customer does nothing: `{}`.
   */
  readonly visit?: (action: CustomerAction, does: "completes" | "refuses") => Effect.Effect<Returned>
  /** Required by the part `notifications`. */
  readonly notifications?: NotificationsUnderTest
  /**
   * `false`: the provider answers no question about some or all operations. `status` then says `Unknown`, and the suite
   * learns from notifications. Default: true.
   */
  readonly answersQuestions?: boolean
  /**
   * `true`: a child goes where `parentReference` leads, unlooked at, because the provider has no way to compare it with the
   * key. Default: false.
   */
  readonly trustsReferences?: boolean
  /**
   * `true`: the provider is told no amount of a void, which always takes all that is held. That a part is not asked for
   * is then kept by `capabilities` alone. Default: false.
   */
  readonly voidsWhole?: boolean
  /**
   * `true`: it is the provider's own environment, where nobody can let time pass. What that needs is tried elsewhere, on a
   * fake. Default: false.
   */
  readonly isLive?: boolean
}

/** A token, or how to make the next one where each is good for one charge. */
type Tokens = ProviderToken | Effect.Effect<ProviderToken>

interface ByCard {
  readonly approvingCard: AcquirerCard
  readonly decliningCard: AcquirerCard
}

interface ByToken {
  readonly approvingToken: Tokens
  readonly decliningToken: Tokens
}

interface Others {
  readonly lostCard?: AcquirerCard
  readonly lateCard?: AcquirerCard
  readonly lostToken?: Tokens
  readonly lateToken?: Tokens
  readonly actingCard?: AcquirerCard
  readonly actingToken?: Tokens
}

/**
 * The cards that the acquirer has for tests, the tokens of its provider, or both. All that the contract says of cards is
 * tried by tokens where there are no cards.
 *
 * - `lost…`: no answer, nothing charged; `late…`: no answer, charged. Both lose the first sending of a key, and a later one
 *   is answered (D37)
 * - `acting…`: a charge asks for an action of the customer, in which `visit` can complete or refuse it
 */
export type SuiteCards = Others & ((ByCard & Partial<ByToken>) | (ByToken & Partial<ByCard>))

/**
 * What an acquirer has beyond the least, apart from what its cards and tokens say.
 *
 * - `acceptances`: it answers `Accepted` to some requests
 * - `notifications`: its provider tells by itself
 * - `keyLife`: its provider forgets keys, and time can be let pass there. Required of an acquirer with a `keyLife`, unless it
 *   is tried live
 */
export type Part = "acceptances" | "notifications" | "keyLife"

export type Open = Effect.Effect<AcquirerUnderTest, unknown, Scope.Scope>

/** One promise of the contract. It fails as a defect, with the assertion that was not met. */
export interface Check {
  readonly name: string
  readonly run: Effect.Effect<unknown, unknown, Scope.Scope>
}

export type Add = (name: string, run: () => Check["run"]) => void

/** By what charges are made: the next source of its kind. */
export type Source = Effect.Effect<AcquirerSource>

/** By what the contract is tried. */
export interface Sources {
  readonly approving: Source
  readonly declining: Source
  readonly lost: Source | undefined
  readonly late: Source | undefined
  readonly acting: ReadonlyArray<Source>
  /** Tried beside cards. Absent: the provider's tokens are the sources above, or are not taken. */
  readonly tokens: { readonly approving: Source; readonly declining: Source } | undefined
  /** The card itself, for what only a card can be. */
  readonly card: AcquirerCard | undefined
}

const byCard = (card: AcquirerCard | undefined): Source | undefined =>
  card === undefined ? undefined : Effect.succeed({ source: "card", card })

const byToken = (tokens: Tokens | undefined): Source | undefined => {
  if (tokens === undefined) return undefined
  const next = Effect.isEffect(tokens) ? tokens : Effect.succeed(tokens)
  return Effect.map(next, (token) => ({ source: "token", token }))
}

const absent = Effect.dieMessage("the suite needs cards or tokens")

export const sourcesOf = (cards: SuiteCards): Sources => {
  const [approvingToken, decliningToken] = [byToken(cards.approvingToken), byToken(cards.decliningToken)]
  const [approvingCard, decliningCard] = [byCard(cards.approvingCard), byCard(cards.decliningCard)]
  const hasBoth = approvingCard !== undefined && approvingToken !== undefined && decliningToken !== undefined
  return {
    approving: approvingCard ?? approvingToken ?? absent,
    declining: decliningCard ?? decliningToken ?? absent,
    lost: byCard(cards.lostCard) ?? byToken(cards.lostToken),
    late: byCard(cards.lateCard) ?? byToken(cards.lateToken),
    acting: [byCard(cards.actingCard), byToken(cards.actingToken)].filter((source) => source !== undefined),
    tokens: hasBoth ? { approving: approvingToken, declining: decliningToken } : undefined,
    card: cards.approvingCard
  }
}

export const assertMovements = (under: AcquirerUnderTest, key: AcquirerKey, expected: number): Effect.Effect<void> =>
  under.movementsOf === undefined
    ? Effect.void
    : Effect.map(under.movementsOf(key), (count) => assert.strictEqual(count, expected, "movements under the key"))
