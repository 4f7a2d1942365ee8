/** What acquirers tell by themselves: verified by their connectors, and recorded as any other outcome. Source: D53. */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type AcquirerService, Acquirers } from "../cards/Acquirer.js"
import type { IncomingNotification } from "../cards/AcquirerNotifications.js"
import { uidIn } from "../ids/AcquirerKeys.js"
import { outsideUnitOfWork } from "../operations/Operations.js"
import { bounded, Calls, orNoAnswer } from "../providers/Calls.js"
import { NotFound } from "../request/InvalidRequest.js"
import type { StorageError } from "../store/StorageError.js"
import type { NotInsideTransaction } from "../store/UnitOfWork.js"
import { ofCard } from "../transactions/Transaction.js"
import { TransactionStore } from "../transactions/TransactionStore.js"
import { type Notice, noticeOf, reportOf } from "./internal/notices.js"
import * as ReportApplied from "./internal/reportApplied.js"
import type { OutcomeReport } from "./ReportRules.js"

/** How many notifications came for an acquirer, by what became of them. It is not stored. */
export interface NoticeCounts {
  readonly gatewayId: number
  readonly total: Readonly<Record<Notice["_tag"], number>>
}

export class AcquirerReports extends Context.Tag("@florin/core/AcquirerReports")<
  AcquirerReports,
  {
    /** The acquirers that tell. */
    readonly receivers: ReadonlyArray<AcquirerService>
    /** What has come for each of them since this process started. */
    readonly counts: () => ReadonlyArray<NoticeCounts>
    /**
     * What came for an acquirer, as it came. Once it answers `Genuine`, everything that it tells is recorded. What is said
     * twice, late, early, out of order or of nothing known changes nothing wrongly: the machine decides.
     *
     * Errors: `NotFound` if there is no such acquirer, or it tells nothing.
     *
     * Source: D53.
     */
    readonly receive: (
      gatewayId: number,
      incoming: IncomingNotification
    ) => Effect.Effect<Notice, NotFound | NotInsideTransaction | StorageError>
  }
>() {}

/** A connector verifies and reads within this time, or not at all: it asks nobody. */
const readLimit = Duration.seconds(5)

/** The most transactions that are asked about where a reference is not one's alone, as those of a charge and its capture. */
const mostOfReference = 10

/** The notification as its connector has read it. A cause may contain the body: only the acquirer's name is logged. */
const read = ({ name, notifications }: AcquirerService, incoming: IncomingNotification): Effect.Effect<unknown> =>
  orNoAnswer(`Acquirer ${name}`)(
    Effect.suspend(() => {
      const response = notifications?.receive(incoming)
      // A host's port may answer with something that is not an effect.
      return Effect.isEffect(response) ? response : Effect.dieMessage("A port answered without an effect")
    })
  )

const countsOf = ({ gatewayId }: AcquirerService) => ({
  gatewayId,
  total: { Genuine: 0, NotGenuine: 0, Unreadable: 0, Failed: 0 }
})

export const make = Effect.gen(function* () {
  const acquirers = yield* Acquirers
  const transactions = yield* TransactionStore
  const applied = yield* ReportApplied.make
  const receivers = acquirers.filter(({ notifications }) => notifications !== undefined)
  const counts = new Map(receivers.map((acquirer) => [acquirer.gatewayId, countsOf(acquirer)]))
  const inTime = bounded(yield* Calls)

  const byKey = Effect.fnUntraced(function* ({ key }: OutcomeReport) {
    const uid = key === undefined ? undefined : uidIn(key)
    return uid === undefined ? undefined : ofCard(Option.getOrUndefined(yield* transactions.findPublic(uid)))
  })

  const byReference = Effect.fnUntraced(function* ({ gatewayId, reference }: OutcomeReport) {
    if (reference === undefined) return []
    const found = yield* transactions.findByReference(gatewayId, reference, mostOfReference)
    return found.map(ofCard).filter((one) => one !== undefined)
  })

  const learn = Effect.fnUntraced(function* (gatewayId: number, outcome: unknown) {
    const report = reportOf(gatewayId, outcome)
    if (report === undefined) return
    const named = yield* byKey(report)
    if (named !== undefined) return yield* applied(report, named)
    const found = yield* byReference(report)
    // One reference of several transactions does not say which of them is meant: each of them is asked about.
    const meant = found.length === 1 ? report : { ...report, decision: undefined }
    yield* Effect.forEach(found, (transaction) => applied(meant, transaction), { discard: true })
  })

  const received = Effect.fnUntraced(function* (gatewayId: number, incoming: IncomingNotification) {
    const acquirer = receivers.find((one) => one.gatewayId === gatewayId)
    const count = counts.get(gatewayId)
    if (acquirer === undefined || count === undefined) return yield* new NotFound()
    const { notice, outcomes } = noticeOf(yield* inTime(read(acquirer, incoming), readLimit, undefined))
    count.total[notice._tag] += 1
    yield* Effect.forEach(outcomes, (outcome) => learn(gatewayId, outcome), { discard: true })
    return notice
  })

  return AcquirerReports.of({
    receivers,
    counts: () => [...counts.values()],
    receive: (gatewayId, incoming) => outsideUnitOfWork("AcquirerReports.receive", received(gatewayId, incoming))
  })
})
