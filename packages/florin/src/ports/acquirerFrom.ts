/** An acquirer of promises and plain data, for hosts without Effect. */
import {
  AcquirerAnswer,
  type AcquirerRequest,
  type AcquirerService,
  AcquirerStatus,
  isTokenRequest,
  type QueriedOperation,
  type ReportedCard,
  type TokenRequest
} from "@florin/core/cards/Acquirer"
import type { AcquirerCapabilities } from "@florin/core/cards/AcquirerCapabilities"
import { AcquirerNotification } from "@florin/core/cards/AcquirerNotifications"
import { type AcquirerReport, noReport } from "@florin/core/cards/AcquirerReport"
import type { CustomerAction } from "@florin/core/cards/CustomerAction"
import type { DeclineReason } from "@florin/core/cards/DeclineReason"
import type { ProviderFields } from "@florin/core/cards/ProviderFields"
import type { AcquirerKey } from "@florin/core/ids/Ids"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { calling, type PortCall } from "./calls.js"
import { filled } from "./filled.js"
import { checked, durationOf, type Time } from "./members.js"
import { listing, type PlainMovements } from "./movements.js"
import { type Plain, plain } from "./plain.js"

/** A request with a card number: of an acquirer that takes no provider's tokens, every request. */
export type PlainCardRequest = Plain<Exclude<AcquirerRequest, TokenRequest>>

/** Any request. `request.source` says whether a charge or a payout comes with a `card` or with a `token`. */
export type PlainRequest = Plain<AcquirerRequest>

/** What is known of an operation that is asked about. */
export type PlainQueriedOperation = Plain<QueriedOperation>

interface PlainToken {
  readonly provider: string
  readonly value: string
  readonly customer?: string
}

/** What a decision reports to the merchant. Absent members are not known. */
type PlainReport = Partial<AcquirerReport>

type PlainDecision =
  | {
      readonly _tag: "Approved"
      readonly report?: PlainReport
      readonly card?: ReportedCard
      readonly networkTransactionId?: string
      readonly token?: PlainToken
    }
  | {
      readonly _tag: "Declined"
      readonly reason: DeclineReason
      readonly report?: PlainReport
      readonly card?: ReportedCard
    }
  | { readonly _tag: "ActionNeeded"; readonly reference: string; readonly action: CustomerAction }
  | { readonly _tag: "Accepted"; readonly reference: string }

/** The outcome of an operation, as `AcquirerAnswer` says. */
export type PlainAnswer = PlainDecision | { readonly _tag: "NoAnswer" } | { readonly _tag: "NotSent" }

/** What is known about a key, as `AcquirerStatus` says. */
export type PlainStatus = PlainDecision | { readonly _tag: "NotFound" } | { readonly _tag: "Unknown" }

/** A request to `POST /acquirers/{gatewayId}/notifications`. Verify the bytes of the body as they are. */
export interface PlainIncoming {
  /** By its name in lower case. */
  readonly header: (name: string) => string | undefined
  /** The bytes as they came. */
  readonly body: Uint8Array
}

/** What came, as `AcquirerNotification` says. */
export type PlainNotification =
  | {
      readonly _tag: "Genuine"
      /** What it says of operations, each found by `key`, else by `reference`. Empty: nothing about payments. */
      readonly outcomes: ReadonlyArray<{
        readonly key?: string
        readonly reference?: string
        readonly status: PlainStatus
      }>
      /** Plain text that the provider wants to read. Default: none. */
      readonly reply?: string
    }
  | { readonly _tag: "NotGenuine" }
  | { readonly _tag: "Unreadable" }

interface Shared {
  /** Shown as `gateway_id`. Stored with what is sent there, so no other acquirer may have it. */
  readonly gatewayId: number
  /** Stands in traces and the log. */
  readonly name: string
  /** It moves no real money, and takes test payments. Default: false. */
  readonly simulated?: boolean
  /** How long after a request was sent the bank may still begin with it. Default: 5 minutes. */
  readonly inFlightWindow?: Time
  /** What it can do. Default: everything, with card numbers. */
  readonly capabilities?: Plain<AcquirerCapabilities>
  /** The provider's own card fields for the page of an order. Default: none. */
  readonly fields?: ProviderFields
  /** One key is one operation. Default: true. */
  readonly oneKeyIsOneOperation?: boolean
  /** How long the bank remembers a key. Default: for ever. */
  readonly keyLife?: Time
  /** `successes`: what was not approved is not kept under its key. Default: `decisions`. */
  readonly keeps?: "decisions" | "successes"
  /** `false`: the bank cannot be asked about a key. Default: true. */
  readonly answersByKey?: boolean
  /** Charges without a security code are declined. Default: false. */
  readonly needsSecurityCode?: boolean
  /** What became of a key. Moves nothing. A throw or a rejection is `Unknown`. */
  readonly status: (key: string, about: PlainQueriedOperation, call: PortCall) => Promise<PlainStatus>
  /**
   * Verifies and reads what the bank sends by itself. A throw or a rejection records nothing, and the bank sends it again.
   * Default: it sends nothing.
   */
  readonly notifications?: (incoming: PlainIncoming) => Promise<PlainNotification>
  /** The movements in the bank's books, for reconciliation. Default: they are not compared. */
  readonly movements?: PlainMovements
}

/** It takes card numbers. */
export interface CardAcquirer extends Shared {
  readonly provider?: undefined
  /** Carries out a request, once under its key. A throw or a rejection is `NoAnswer`: the outcome is unknown. */
  readonly perform: (request: PlainCardRequest, call: PortCall) => Promise<PlainAnswer>
}

/** It takes tokens of its provider, and card numbers if its capabilities say so. */
export interface TokenAcquirer extends Shared {
  /** Whose tokens it takes, such as `stripe`. */
  readonly provider: string
  /** Carries out a request, once under its key. A throw or a rejection is `NoAnswer`: the outcome is unknown. */
  readonly perform: (request: PlainRequest, call: PortCall) => Promise<PlainAnswer>
}

/** The default of `inFlightWindow`: longer than proxies and queues hold a request. */
const window: Time = "5 minutes"

const members = {
  gatewayId: "id",
  name: "text",
  simulated: "optional boolean",
  inFlightWindow: "time",
  provider: "optional text",
  capabilities: "optional value",
  fields: "optional value",
  oneKeyIsOneOperation: "optional boolean",
  keyLife: "time",
  keeps: "optional text",
  answersByKey: "optional boolean",
  needsSecurityCode: "optional boolean",
  perform: "function",
  status: "function",
  notifications: "optional function",
  movements: "optional function"
} as const satisfies Record<keyof CardAcquirer, string>

const decisionOf = (decision: PlainDecision): AcquirerAnswer & AcquirerStatus => {
  if (decision._tag === "Declined") {
    return AcquirerAnswer.Declined({ ...decision, report: filled(noReport, decision.report) })
  }
  if (decision._tag !== "Approved") return decision
  const { report, token, ...approved } = decision
  return AcquirerAnswer.Approved({
    ...approved,
    report: filled(noReport, report),
    ...(token === undefined ? {} : { token: { ...token, value: Redacted.make(token.value) } })
  })
}

/** The gateway takes what is no answer for none; so does this, before it reads a member of it. */
const tagOf = (answer: unknown): unknown =>
  typeof answer === "object" && answer !== null ? Reflect.get(answer, "_tag") : undefined

const decisions: ReadonlyArray<unknown> = ["Approved", "Declined", "ActionNeeded", "Accepted"]

const answerOf = (answer: PlainAnswer): AcquirerAnswer => {
  const tag = tagOf(answer)
  if (decisions.includes(tag)) return decisionOf(answer as PlainDecision)
  return tag === "NotSent" ? AcquirerAnswer.NotSent() : AcquirerAnswer.NoAnswer()
}

const statusOf = (status: PlainStatus): AcquirerStatus => {
  const tag = tagOf(status)
  if (decisions.includes(tag)) return decisionOf(status as PlainDecision)
  return tag === "NotFound" ? AcquirerStatus.NotFound() : AcquirerStatus.Unknown()
}

const notificationOf = (notification: PlainNotification): AcquirerNotification => {
  if (notification._tag !== "Genuine") return notification
  const { outcomes, reply } = notification
  return AcquirerNotification.Genuine({
    outcomes: outcomes.map(({ key, reference, status }) => ({
      ...(key === undefined ? {} : { key: key as AcquirerKey }),
      ...(reference === undefined ? {} : { reference }),
      status: statusOf(status)
    })),
    ...(reply === undefined ? {} : { reply })
  })
}

/** What no acquirer of promises says by itself. */
const always = ({ gatewayId, inFlightWindow = window, name, simulated = false }: Shared) => ({
  gatewayId,
  name,
  simulated,
  inFlightWindow: durationOf(inFlightWindow)
})

const claimed = ({
  answersByKey,
  capabilities,
  fields,
  keeps,
  keyLife,
  needsSecurityCode,
  oneKeyIsOneOperation
}: Shared) => ({
  ...(answersByKey === undefined ? {} : { answersByKey }),
  ...(capabilities === undefined ? {} : { capabilities: capabilities as AcquirerCapabilities }),
  ...(fields === undefined ? {} : { fields }),
  ...(keeps === undefined ? {} : { keeps }),
  ...(keyLife === undefined ? {} : { keyLife: durationOf(keyLife) }),
  ...(needsSecurityCode === undefined ? {} : { needsSecurityCode }),
  ...(oneKeyIsOneOperation === undefined ? {} : { oneKeyIsOneOperation })
})

/**
 * An acquirer for `createFlorin`'s `acquirers`, or for a module of `FLORIN_PORTS`. What its functions promise stands in
 * the guide "Write an acquirer", and `acquirerSuite` proves it.
 *
 * Errors: throws `OptionRefused`, which names what is missing.
 *
 * Source: D53.
 */
export const acquirerFrom = (port: CardAcquirer | TokenAcquirer): AcquirerService => {
  checked("acquirerFrom", port, members)
  const { movements, name, notifications, provider, status } = port
  const perform = port.perform as TokenAcquirer["perform"]
  const isTaken = (request: AcquirerRequest) => !isTokenRequest(request) || request.token.provider === provider
  return {
    ...always(port),
    ...claimed(port),
    ...(provider === undefined ? {} : { provider }),
    perform: (request) =>
      isTaken(request)
        ? Effect.map(
            calling(`perform of ${name}`, (call) => perform(plain(request), call), { _tag: "NoAnswer" }),
            answerOf
          )
        : Effect.succeed(AcquirerAnswer.NotSent()),
    status: (key, about) =>
      Effect.map(
        calling(`status of ${name}`, (call) => status(key, plain(about), call), { _tag: "Unknown" }),
        statusOf
      ),
    ...(notifications === undefined
      ? {}
      : {
          notifications: {
            // A rejection is a defect: the provider is answered that it was not recorded.
            receive: (incoming) =>
              Effect.map(
                Effect.promise(async () => notifications(incoming)),
                notificationOf
              )
          }
        }),
    ...(movements === undefined ? {} : { movements: listing(`movements of ${name}`, movements) })
  }
}
