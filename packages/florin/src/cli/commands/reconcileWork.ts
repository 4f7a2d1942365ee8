/** The work of `florin reconcile`. */
import * as Calls from "@florin/core/providers/Calls"
import { requestedPeriod } from "@florin/core/reconciliation/DailyReconciliation"
import * as Reconciliation from "@florin/core/reconciliation/Reconciliation"
import * as OperatorDocuments from "@florin/wire/OperatorDocuments"
import { operatorOperations } from "@florin/wire/operations/Operators"
import * as Console from "effect/Console"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Option from "effect/Option"
import { sentenceOf } from "../../faces/errorCodes.js"
import { bad } from "../badSetting.js"
import { Found } from "../found.js"
import * as Acquirers from "../server/acquirers.js"
import * as Parts from "../server/parts.js"
import * as StoreAsIs from "../server/storeAsIs.js"
import * as Settings from "../settings.js"
import { instantOf } from "../text/instants.js"
import { commanding } from "./acting.js"
import { table } from "./reconcileTable.js"

interface Requested {
  readonly from: Option.Option<string>
  readonly to: Option.Option<string>
  readonly as: Option.Option<string>
  readonly json: boolean
}

const compare = (given: Acquirers.Given, as: Option.Option<string>, request: Parameters<typeof requestedPeriod>[0]) =>
  Effect.gen(function* () {
    const { inSight } = yield* commanding(as)
    const period = requestedPeriod(request, yield* DateTime.now)
    if (DateTime.lessThanOrEqualTo(period.to, period.from)) return yield* bad("--to", "must be after --from")
    yield* Parts.claimPurpose(given)
    const { isPossible, run } = yield* Reconciliation.Reconciliation
    return { report: yield* inSight(operatorOperations.reconcile, () => run(period)), isPossible }
  }).pipe(
    Effect.provide(
      Reconciliation.layer.pipe(
        Layer.provide(Calls.layer),
        Layer.provideMerge(StoreAsIs.layer(given.database)),
        // Its clock is the sandbox's.
        Layer.provideMerge(Acquirers.layer(given))
      )
    )
  )

const differing = (count: number) =>
  new Found({
    code: "books-differ",
    message: count === 1 ? "The books differ: 1 difference" : `The books differ: ${count} differences`
  })

export const reconcile = ({ as, json, ...request }: Requested) =>
  Effect.gen(function* () {
    const period = { from: yield* instantOf("--from", request.from), to: yield* instantOf("--to", request.to) }
    const given = yield* Settings.load(Acquirers.settings)
    yield* StoreAsIs.existing(given.database)
    const { isPossible, report } = yield* compare(given, as, period)
    yield* Console.log(json ? JSON.stringify(OperatorDocuments.reportOf(report)) : table(report))
    // A report about nothing is no good news.
    if (!isPossible) yield* new Found({ code: "nothing-compared", message: sentenceOf("nothing-compared") })
    const count = report.differences.length
    if (count > 0) yield* differing(count)
  })
