/** Charges of cards: accepted, performed and recorded, for merchants' requests and for rooms that charge by themselves. */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { callLimit } from "../cards/Acquirer.js"
import type { SavedCard } from "../cards/CardStore.js"
import type { CardTransaction, ShownCard } from "../cards/CardTransaction.js"
import type { KeyRefusal } from "../idempotency/IdempotencyKey.js"
import type { Answer } from "../operations/Answer.js"
import { Operations } from "../operations/Operations.js"
import type { ProviderCall } from "../operations/ProviderOperation.js"
import type { DuplicateRequest, InvalidRequest } from "../request/InvalidRequest.js"
import type { StorageError } from "../store/StorageError.js"
import type { VaultError } from "../store/VaultError.js"
import { CardKinds } from "./CardKinds.js"
import type { ChargeKind } from "./ChargeRules.js"
import * as AcquirerCalls from "./internal/acquirerCalls.js"
import * as CardAcceptance from "./internal/cardAcceptance.js"
import * as ChargeCalls from "./internal/chargeCalls.js"
import type { ChargeOrder } from "./LinkedCharge.js"

/** Why a charge was not processed. */
export type ChargeRefusal = KeyRefusal | InvalidRequest | DuplicateRequest | VaultError | StorageError

/** Charges cards, for merchants and for other rooms, such as subscriptions. */
export class Charges extends Context.Tag("@florin/core/Charges")<
  Charges,
  {
    readonly charge: <Facts extends object, E>(
      ordered: ChargeOrder<Facts, E>
    ) => Effect.Effect<Answer<CardTransaction>, ChargeRefusal | E>
    /** A saved card as answers show it, with what the host's directory knows of its issuer. */
    readonly shown: (card: SavedCard) => ShownCard
    /** Asks the acquirer what became of a charge whose customer is back from there. Source: D53. */
    readonly inquiry: (transaction: CardTransaction) => ProviderCall
    /** Goes on with a charge whose customer is back from the issuer. */
    readonly resumed: (
      kind: ChargeKind,
      charging: ChargeCalls.ChargeCalls
    ) => (transaction: CardTransaction) => ProviderCall
  }
>() {}

export const make = Effect.gen(function* () {
  const asking = yield* AcquirerCalls.make
  const operations = yield* Operations
  const { charge: kind } = yield* CardKinds
  const accepting = yield* CardAcceptance.make(asking)
  const charging = yield* ChargeCalls.make(asking)

  const charge = <Facts extends object, E>(ordered: ChargeOrder<Facts, E>) => {
    const { clock, shop } = ordered
    const now = DateTime.unsafeMake(clock.unsafeCurrentTimeMillis())
    return Effect.flatMap(accepting.charge(ordered, now), ({ accept, source }) =>
      operations.run({
        shop,
        kind,
        accept,
        // An accepted charge always has a resolved card.
        perform: charging.begun(ordered.kind, { shop, clock, source: source! })
      })
    )
  }
  const inquiry = (transaction: CardTransaction): ProviderCall => ({
    ask: () => asking.known(transaction),
    limit: callLimit
  })
  return Charges.of({ inquiry, charge, resumed: charging.resumed, shown: accepting.shown })
})
