/**
 * The kinds of card transactions. Charges roll back; captures, voids, refunds, credits and payouts roll forward.
 *
 * Source: D40.
 */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { TransactionKinds } from "../operations/Recovery.js"
import type { TransactionKind } from "../operations/TransactionKind.js"
import { apply } from "../transactions/Change.js"
import { lastCharge, type Transaction } from "../transactions/Transaction.js"
import { TransactionEvent } from "../transactions/TransactionEvent.js"
import type { AcquirerRequest } from "./Acquirer.js"
import { CardStore } from "./CardStore.js"
import { CardVault } from "./CardVault.js"
import { forAcquirer } from "./internal/accepting.js"
import * as Asking from "./internal/asking.js"

export class CardKinds extends Context.Tag("@florin/core/CardKinds")<
  CardKinds,
  {
    readonly charge: TransactionKind
    readonly child: TransactionKind
    readonly payout: TransactionKind
  }
>() {}

/** Rebuilds a request from stored data so that it can be resent; none while that data is unavailable. */
const rebuilding = Effect.gen(function* () {
  const cards = yield* CardStore
  const vault = yield* CardVault

  const child = (transaction: Transaction) => {
    const { type } = transaction
    const isChild = type === "capture" || type === "void" || type === "refund"
    return Effect.succeed(
      isChild ? Option.some(Asking.childRequest(type, transaction)) : Option.none<AcquirerRequest>()
    )
  }

  // The sealed number is kept until the decision; the security code is not, and a payout does not need it.
  const payout = Effect.fnUntraced(function* (transaction: Transaction) {
    if (transaction.card === undefined) return Option.none()
    const saved = yield* cards.find(transaction.shop, transaction.card.token)
    if (Option.isNone(saved)) return Option.none()
    const { number: sealed, token } = saved.value
    const number = yield* vault.open(transaction.shop, token, sealed)
    const card = forAcquirer({ saved: saved.value, isNew: false, number, securityCode: undefined })
    return Option.some(Asking.payoutRequest(transaction, card))
  })

  const quietly = <E>(made: Effect.Effect<Option.Option<AcquirerRequest>, E>) =>
    Effect.catchAllCause(made, () => Effect.succeed(Option.none<AcquirerRequest>()))
  return {
    child,
    payout: (transaction: Transaction) => quietly(payout(transaction))
  }
})

export const make = Effect.gen(function* () {
  const asking = yield* Asking.make
  const rebuild = yield* rebuilding

  const common = {
    decide: apply,
    // Only the last charge attempt can be in doubt: the next acquirer is tried only after a decline.
    status: (transaction: Transaction) => {
      const { gatewayId, key } = lastCharge(transaction)
      return asking.status(gatewayId, key)
    },
    inFlightWindow: ({ gatewayId }: Transaction) => asking.acquirerOf(gatewayId)?.inFlightWindow ?? Duration.zero
  }

  // A resend that was never sent says nothing about the earlier attempt.
  const unknownUnlessDecided = (event: TransactionEvent): TransactionEvent =>
    event._tag === "Approved" || event._tag === "Declined" ? event : TransactionEvent.NoAnswer()

  const again =
    (
      request: (transaction: Transaction) => Effect.Effect<Option.Option<AcquirerRequest>>
    ): TransactionKind["sendAgain"] =>
    (transaction) => {
      const acquirer = asking.acquirerOf(transaction.gatewayId)
      if (acquirer === undefined || acquirer.oneKeyIsOneOperation === false) return undefined
      return (owner) =>
        Effect.flatMap(
          request(transaction),
          Option.match({
            onNone: () => Effect.succeed(TransactionEvent.NoAnswer()),
            onSome: (asked) => Effect.map(asking.perform(transaction.gatewayId, asked)(owner), unknownUnlessDecided)
          })
        )
    }

  return CardKinds.of({
    charge: {
      ...common,
      types: ["authorization", "payment", "tokenization"],
      unknownOutcome: "rolls-back",
      sendAgain: () => undefined
    },
    child: {
      ...common,
      types: ["capture", "void", "refund"],
      unknownOutcome: "rolls-forward",
      sendAgain: again(rebuild.child)
    },
    payout: {
      ...common,
      types: ["credit", "payout"],
      unknownOutcome: "rolls-forward",
      sendAgain: again(rebuild.payout)
    }
  })
})

export const layer = Layer.effect(CardKinds, make)

/** The kinds by transaction type. */
export const layerKinds: Layer.Layer<TransactionKinds, never, CardKinds> = Layer.effect(
  TransactionKinds,
  Effect.map(CardKinds, (kinds) => {
    const all = Object.values(kinds)
    const byType = new Map(all.flatMap((kind) => kind.types.map((type) => [type, kind] as const)))
    return (type) => byType.get(type)!
  })
)
