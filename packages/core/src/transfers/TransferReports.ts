/** Reports of providers: how a transfer stands, told without being asked. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { AcquirerKey } from "../ids/Ids.js"
import type { InvalidRequest, NotFound } from "../request/InvalidRequest.js"
import type { StorageError } from "../store/StorageError.js"
import type { NotInsideTransaction } from "../store/UnitOfWork.js"
import type { TransferStanding } from "./TransferProvider.js"

export class TransferReports extends Context.Tag("@florin/core/TransferReports")<
  TransferReports,
  {
    /**
     * The provider says how the transfer of a key stands. Late, repeated and contradictory reports are safe: a final
     * state stays, and a payment that changes nothing is kept as evidence.
     *
     * Errors: `NotFound` if this provider has no transfer of that key; `InvalidRequest` if it is no standing.
     *
     * Source: D28.
     */
    readonly report: (
      gatewayId: number,
      key: AcquirerKey,
      standing: TransferStanding
    ) => Effect.Effect<void, NotFound | InvalidRequest | NotInsideTransaction | StorageError>
  }
>() {}
