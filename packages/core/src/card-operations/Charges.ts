/** Charges of cards: accepted, performed and recorded, for merchants' requests and for rooms that charge by themselves. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { CardTransaction } from "../cards/CardTransaction.js"
import type { KeyRefusal } from "../idempotency/IdempotencyKey.js"
import type { Answer } from "../operations/Answer.js"
import type { Performance } from "../operations/Intent.js"
import { Operations } from "../operations/Operations.js"
import type { DuplicateRequest, InvalidRequest } from "../request/InvalidRequest.js"
import type { StorageError } from "../store/StorageError.js"
import type { VaultError } from "../store/VaultError.js"
import type { Ordered } from "./Attachment.js"
import { CardKinds } from "./CardKinds.js"
import type { ChargeKind } from "./ChargeRules.js"
import * as Accepting from "./internal/accepting.js"
import * as Asking from "./internal/asking.js"
import * as Charging from "./internal/charging.js"

/** Why a charge was not processed. */
export type ChargeRefusal = KeyRefusal | InvalidRequest | DuplicateRequest | VaultError | StorageError

/** Charges cards, for merchants and for other rooms, such as subscriptions. */
export class Charges extends Context.Tag("@florin/core/Charges")<
  Charges,
  {
    readonly charge: <Facts extends object, E>(
      ordered: Ordered<Facts, E>
    ) => Effect.Effect<Answer<CardTransaction>, ChargeRefusal | E>
    /** Goes on with a charge whose customer is back. */
    readonly resumed: (kind: ChargeKind, charging: Charging.Charging) => (transaction: CardTransaction) => Performance
  }
>() {}

export const make = Effect.gen(function* () {
  const asking = yield* Asking.make
  const operations = yield* Operations
  const { charge: kind } = yield* CardKinds
  const accepting = yield* Accepting.make(asking)
  const charging = yield* Charging.make(asking)

  return Charges.of({
    charge: Charging.over({ operations, kind, accepting, charging }),
    resumed: charging.resumed
  })
})
