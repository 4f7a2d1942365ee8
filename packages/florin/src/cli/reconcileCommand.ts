/** `florin reconcile`: compares our books with those of the acquirers, and says what differs. */
import { existsSync } from "node:fs"
import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import * as Calls from "@florin/core/operations/Calls"
import { periodOf } from "@florin/core/reconciliation/DailyReconciliation"
import * as Reconciliation from "@florin/core/reconciliation/Reconciliation"
import * as Fields from "@florin/core/request/Fields"
import * as OperatorDocuments from "@florin/wire/OperatorDocuments"
import * as Config from "effect/Config"
import * as Console from "effect/Console"
import * as Data from "effect/Data"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as InProcess from "../internal/parts.js"
import { bad } from "./badSetting.js"
import * as Parts from "./parts.js"
import * as RealServer from "./realServer.js"
import { table } from "./reconcileTable.js"
import * as Settings from "./settings.js"

const from = Options.text("from").pipe(
  Options.withDescription("A day in UTC such as 2026-03-01, or an instant with an offset. Default: yesterday"),
  Options.optional
)

const to = Options.text("to").pipe(
  Options.withDescription("The end, not included. Default: a day after --from"),
  Options.optional
)

const json = Options.boolean("json").pipe(Options.withDescription("Answers one JSON document"))

/** The command has done its work, and found something: it ends with 1. */
export class BooksDiffer extends Data.TaggedError("BooksDiffer")<{ readonly count: number }> {
  override get message(): string {
    return this.count === 1 ? "The books differ: 1 difference" : `The books differ: ${this.count} differences`
  }
}

const readInstant = Schema.decodeUnknownOption(Fields.instant)

const instantOf = (name: string, given: Option.Option<string>) =>
  Option.match(given, {
    onNone: () => Effect.succeed(undefined),
    onSome: (text) =>
      Option.match(readInstant(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : text), {
        onNone: () => bad(name, "must be a day such as 2026-03-01, or an instant with an offset"),
        onSome: (instant) => Effect.succeed(instant)
      })
  })

const settings = Config.all({
  database: Settings.database,
  sandbox: Settings.sandbox,
  upstream: Settings.upstream
})

type Given = Config.Config.Success<typeof settings>

/** What the server charges cards with. */
const acquirers = ({ database, sandbox, upstream }: Given) =>
  sandbox
    ? Layer.unwrapEffect(
        Effect.mapBoth(InProcess.simulation(database), {
          onFailure: ({ message }) => bad("FLORIN_SANDBOX=on", `cannot be used: ${message}`),
          onSuccess: ({ acquirers }) =>
            Layer.mapError(acquirers, ({ message }) => bad("FLORIN_DATABASE", `cannot be used: ${message}`))
        })
      )
    : RealServer.acquirers({ upstream, baseUrl: "", upstreamWebhooks: undefined })

const compare = (given: Given, asked: Parameters<typeof periodOf>[0]) =>
  Effect.gen(function* () {
    const period = periodOf(asked, yield* DateTime.now)
    if (DateTime.lessThanOrEqualTo(period.to, period.from)) return yield* bad("--to", "must be after --from")
    return yield* (yield* Reconciliation.Reconciliation).run(period)
  }).pipe(
    Effect.provide(
      Reconciliation.layer.pipe(
        Layer.provide(Layer.merge(Parts.store(given.database), Calls.layer)),
        // Its clock is the sandbox's.
        Layer.provideMerge(acquirers(given))
      )
    )
  )

export const command = Command.make("reconcile", { from, to, json }, ({ json, ...asked }) =>
  Effect.gen(function* () {
    const period = { from: yield* instantOf("--from", asked.from), to: yield* instantOf("--to", asked.to) }
    const given = yield* Settings.load(settings)
    const { database } = given
    if (database._tag === "Sqlite" && !existsSync(database.path)) {
      return yield* bad("FLORIN_DATABASE", `cannot be used: ${database.path} does not exist`)
    }
    const report = yield* compare(given, period)
    yield* Console.log(json ? OperatorDocuments.encodeReport(report) : table(report))
    const count = report.differences.length
    if (count > 0) yield* new BooksDiffer({ count })
  })
).pipe(Command.withDescription("Compares the books of a day with those of the acquirers. Ends with 1 if they differ."))
