/** A provider of instant bank transfers of promises and plain data, for hosts without Effect. */
import type { Amount } from "@florin/core/money/Amount"
import { noReport, type Order, type TransferReport } from "@florin/core/transfers/ProviderReport"
import {
  type TransferAnswer,
  TransferProgress,
  type TransferProvider,
  type TransferRequest,
  type TransferStatus
} from "@florin/core/transfers/TransferProvider"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { calling, type PortCall } from "./calls.js"
import { filled } from "./filled.js"
import { checked } from "./members.js"
import { listing, type PlainMovements } from "./movements.js"
import { type Plain, plain } from "./plain.js"

export type PlainTransferRequest = Plain<TransferRequest>

/** How far a transfer is, as `TransferProgress` says. Absent members are not known. */
export type PlainProgress =
  | {
      readonly _tag: "Waiting"
      /** In the provider's own words. */
      readonly report?: Partial<TransferReport>
      /** What the customer pays by. Default: not known yet. */
      readonly order?: Partial<Order> | null
      /** The provider's time of this answer. Default: the gateway's time. */
      readonly asOf?: Date
    }
  | {
      readonly _tag: "Paid"
      /** In the provider's own words. */
      readonly report?: Partial<TransferReport>
      /** Unit: minor units. */
      readonly amount: number
      /** The bank's date. */
      readonly paidAt: Date
    }
  | {
      readonly _tag: "Rejected"
      /** In the provider's own words. */
      readonly report?: Partial<TransferReport>
      /** `account-funds`: there was not enough money. `provider`: the bank or the provider refused. */
      readonly reason: "account-funds" | "provider"
    }

export interface TransferProviderPort {
  /** Shown as `gateway_id`. Stored with what is sent there, so no other provider may have it. */
  readonly gatewayId: number
  /** Stands in traces and the log. */
  readonly name: string
  /** It moves no real money, and takes test transfers. Default: false. */
  readonly simulated?: boolean
  /** Carries out a request, once under its key. A throw or a rejection is `NoAnswer`: the outcome is unknown. */
  readonly perform: (
    request: PlainTransferRequest,
    call: PortCall
  ) => Promise<PlainProgress | { readonly _tag: "NoAnswer" } | { readonly _tag: "NotSent" }>
  /** How the transfer of a key stands. A throw or a rejection is `Unknown`. */
  readonly status: (
    key: string,
    call: PortCall
  ) => Promise<PlainProgress | { readonly _tag: "NotFound" } | { readonly _tag: "Unknown" }>
  /** Whether it pays out to a bank. Default: every code is sent. */
  readonly knowsBank?: (bankCode: string) => boolean
  /** The movements in its books, for reconciliation. Default: they are not compared. */
  readonly movements?: PlainMovements
}

const members = {
  gatewayId: "id",
  name: "text",
  simulated: "optional boolean",
  perform: "function",
  status: "function",
  knowsBank: "optional function",
  movements: "optional function"
} as const satisfies Record<keyof TransferProviderPort, string>

const noOrder: Order = { payload: null, account: null, mark: null, bank: null }

/** The gateway takes a standing with an impossible date for none. */
const instantOf = (date: Date): DateTime.Utc => DateTime.unsafeMake(date)

const progressOf = (current: PlainProgress): TransferProgress => {
  const report = filled(noReport, current.report)
  switch (current._tag) {
    case "Waiting": {
      const { asOf, order } = current
      return TransferProgress.Waiting({
        report,
        order: order === undefined || order === null ? null : filled(noOrder, order),
        ...(asOf === undefined ? {} : { asOf: instantOf(asOf) })
      })
    }
    case "Paid":
      return TransferProgress.Paid({ report, amount: current.amount as Amount, paidAt: instantOf(current.paidAt) })
    case "Rejected":
      return TransferProgress.Rejected({ report, reason: current.reason })
  }
}

const standings: ReadonlyArray<unknown> = ["Waiting", "Paid", "Rejected"]

const isProgress = (answer: { readonly _tag: string }): answer is PlainProgress =>
  typeof answer === "object" && answer !== null && standings.includes(answer._tag)

/** What cannot be read is no answer, as if the function had thrown. */
const read = <Other extends { readonly _tag: string }>(
  answer: PlainProgress | Other,
  otherwise: Other
): TransferProgress | Other => {
  if (!isProgress(answer)) return answer ?? otherwise
  try {
    return progressOf(answer)
  } catch {
    return otherwise
  }
}

const noAnswer = { _tag: "NoAnswer" } as const
const unknown = { _tag: "Unknown" } as const

/**
 * A provider for `createFlorin`'s `transferProviders`, or for a module of `FLORIN_PORTS`.
 *
 * Errors: throws `OptionRefused`, which names what is missing.
 *
 * Source: D53.
 */
export const transferProviderFrom = (port: TransferProviderPort): TransferProvider => {
  checked("transferProviderFrom", port, members)
  const { gatewayId, knowsBank, movements, name, perform, simulated = false, status } = port
  return {
    gatewayId,
    name,
    simulated,
    perform: (request) =>
      Effect.map(
        calling(`perform of ${name}`, (call) => perform(plain(request), call), noAnswer),
        (answer): TransferAnswer => read(answer, noAnswer)
      ),
    status: (key) =>
      Effect.map(
        calling(`status of ${name}`, (call) => status(key, call), unknown),
        (answer): TransferStatus => read(answer, unknown)
      ),
    ...(knowsBank === undefined ? {} : { knowsBank }),
    ...(movements === undefined ? {} : { movements: listing(`movements of ${name}`, movements) })
  }
}
