/** A reconciliation in process. */
import { dayBefore } from "@florin/core/reconciliation/DailyReconciliation"
import type { Period } from "@florin/core/reconciliation/Movement"
import { Reconciliation } from "@florin/core/reconciliation/Reconciliation"
import * as Fields from "@florin/core/request/Fields"
import * as Reports from "@florin/wire/Reports"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import type { Florin } from "../florin.js"
import type { ReconciliationPeriod, ReconciliationReport } from "../reconciliation.js"
import { RequestRefused } from "../refusals.js"
import { toHost } from "./camelCase.js"
import { promiseOf, start } from "./running.js"

/** Yesterday, or a day from `from` on, up to `to`. */
export const periodOf = (
  now: DateTime.Utc,
  { from, to }: { readonly from?: DateTime.Utc | undefined; readonly to?: DateTime.Utc | undefined }
): Period => {
  const begin = from ?? dayBefore(now).from
  return { from: begin, to: to ?? DateTime.add(begin, { days: 1 }) }
}

const readInstant = Schema.decodeUnknownOption(Fields.instant)

const refused = (member: string, sentence: string) => new RequestRefused({ errors: [{ path: [member], sentence }] })

const instantOf = (member: "from" | "to", text: string | undefined) =>
  text === undefined
    ? Effect.succeed(undefined)
    : Option.match(readInstant(text), {
        onNone: () => refused(member, "is invalid. Format should be ISO 8601 with a time-zone offset"),
        onSome: (instant) => Effect.succeed(instant)
      })

export const make =
  (runtime: Runtime.Runtime<Florin>) =>
  (asked: ReconciliationPeriod = {}): Promise<ReconciliationReport> => {
    const run = Effect.gen(function* () {
      const [from, to] = [yield* instantOf("from", asked.from), yield* instantOf("to", asked.to)]
      const period = periodOf(yield* DateTime.now, { from, to })
      if (DateTime.lessThanOrEqualTo(period.to, period.from)) return yield* refused("to", "must be after from")
      const report = yield* (yield* Reconciliation).run(period)
      return toHost(Reports.toDocument(report)) as ReconciliationReport
    })
    return promiseOf(start(runtime)(run))
  }
