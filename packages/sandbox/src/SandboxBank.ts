/** The simulated bank: a provider of instant bank transfers with books of its own. */
import type { AcquirerKey } from "@florin/core/ids/Ids"
import type { InvalidRequest } from "@florin/core/request/InvalidRequest"
import { StorageError } from "@florin/core/store/StorageError"
import type {
  TransferAnswer,
  TransferProgress,
  TransferProvider,
  TransferRequest,
  TransferStatus
} from "@florin/core/transfers/TransferProvider"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as BankActions from "./internal/bankActions.js"
import * as BankRecord from "./internal/bankRecord.js"
import { settle, type Taken } from "./internal/bankRules.js"
import { inManner } from "./internal/manner.js"
import { Ledger } from "./Ledger.js"
import { knowsBank } from "./SandboxBanks.js"
import { SandboxDatabase } from "./SandboxDatabase.js"

/** What a customer pays: an amount other than the order's, at another date than now. */
export type Payment = BankActions.Payment

/** How a bank ends a payout or refund. */
export type Outcome = BankActions.Outcome

type Act<Given> = (key: AcquirerKey, given: Given) => Effect.Effect<TransferProgress, InvalidRequest | StorageError>

/**
 * The bank, and what its customers and other banks do. What they do is answered with its standing, for the gateway's
 * `TransferReports`: the bank itself tells nobody.
 *
 * Errors: `InvalidRequest` where the books don't allow it.
 */
export class SandboxBank extends Context.Tag("@florin/sandbox/SandboxBank")<
  SandboxBank,
  {
    readonly provider: TransferProvider
    /**
     * The customer pays an order. A second payment is another movement, and the standing of the order stays that of the
     * first.
     */
    readonly pay: Act<Payment>
    /** The money of a payout or refund arrives. One that is complete stays as it is, and is told again. */
    readonly complete: Act<Outcome>
    /** A payout or refund is refused. One that is refused stays as it is, and is told again. */
    readonly fail: Act<Pick<Outcome, "message">>
  }
>() {}

/** The settings of the simulated bank. */
export interface Options {
  /** Default: 2. */
  readonly gatewayId?: number
}

/** Sends the recorded standing to the caller, unless it is lost. */
const deliver = (taken: Taken): Effect.Effect<TransferAnswer> => {
  switch (taken._tag) {
    case "Lost":
    case "Unreadable":
      return Effect.succeed({ _tag: "NoAnswer" })
    case "Booked":
      return inManner<TransferAnswer>(taken.manner, taken.standing, { _tag: "NoAnswer" })
  }
}

const statusOf = (known: BankRecord.Known): TransferStatus => {
  switch (known._tag) {
    case "Known":
      return known.standing
    case "Unreadable":
      return { _tag: "Unknown" }
    case "Unknown":
    case "Lost":
      return { _tag: "NotFound" }
  }
}

/** What nobody has paid by now, by the bank's clock. */
const dated = (kept: Parameters<typeof BankRecord.read>[0], asOf: DateTime.Utc): TransferStatus => {
  const status = statusOf(BankRecord.read(kept))
  return status._tag === "Waiting" ? { ...status, asOf } : status
}

const failed = (error: StorageError) => Effect.logError("The bank's books are unavailable", error.message)

const outgoing = ["Payout", "Refund"] as const

/** A lost answer is reported as `NoAnswer` at once, so no caller waits for a time limit. */
export const make = Effect.fnUntraced(function* ({ gatewayId = 2 }: Options = {}) {
  const database = yield* SandboxDatabase
  const { listed } = yield* Ledger

  const perform = Effect.fn("SandboxBank.perform")(
    function* (request: TransferRequest) {
      const parent = request._tag === "Refund" ? { parent: request.parent } : {}
      const decide = settle(request, yield* DateTime.now)
      return yield* deliver(yield* database.recordTransfer({ key: request.key, ...parent }, decide))
    },
    Effect.catchAll((error) => Effect.as(failed(error), { _tag: "NoAnswer" } as TransferAnswer))
  )

  const status = Effect.fn("SandboxBank.status")((key: AcquirerKey) =>
    Effect.zipWith(database.keptTransfer(key), DateTime.now, dated).pipe(
      Effect.catchAll((error) => Effect.as(failed(error), { _tag: "Unknown" } as TransferStatus))
    )
  )

  const act = Effect.fnUntraced(function* (
    key: AcquirerKey,
    kinds: ReadonlyArray<BankRecord.Requested["_tag"]>,
    how: Parameters<typeof BankActions.acting>[2]
  ) {
    const acted = yield* database.recordTransfer({ key }, BankActions.acting(key, kinds, how, yield* DateTime.now))
    return yield* Effect.mapError(acted, (error) =>
      error === "unreadable" ? new StorageError({ reason: "corrupt", operation: "bank.act" }) : error
    )
  })

  return SandboxBank.of({
    provider: {
      gatewayId,
      name: "Sandbox Bank",
      simulated: true,
      perform,
      status,
      knowsBank,
      movements: listed("bank")
    },
    pay: (key, payment) => act(key, ["Payment"], BankActions.pay(payment)),
    complete: (key, outcome) => act(key, outgoing, BankActions.complete(outcome)),
    fail: (key, outcome) => act(key, outgoing, BankActions.fail(outcome))
  })
})

export const layer = (options: Options = {}): Layer.Layer<SandboxBank, never, SandboxDatabase | Ledger> =>
  Layer.effect(SandboxBank, make(options))
