/** The document of a reconciliation. */
import type { Report } from "@florin/core/reconciliation/Reconciliation"
import type { Difference } from "@florin/core/reconciliation/ReconciliationRules"
import * as Schema from "effect/Schema"
import * as Sections from "./internal/sectionSchemas.js"
import { timestamp } from "./internal/sections.js"

const { integer, optional, required } = Sections

const moved = {
  kind: required(Schema.String, "What moved, as in a list of movements."),
  amount: required(integer, "Amount in minor units."),
  currency: required(Schema.String, "ISO 4217 alpha-3 code of the currency.")
}

const DifferenceDocument = Schema.Struct({
  kind: required(
    Schema.Literal("missing_here", "missing_there", "other_amount", "other_state"),
    "What differs: a movement is missing in our books or in theirs, its amount or currency is another, or they have what our books say moved nothing, or was of another kind."
  ),
  gateway_id: required(integer, "Id of the acquirer or provider."),
  key: required(Schema.String, "The key that was sent there."),
  uid: optional(Schema.String, "UID of the transaction that the key belongs to."),
  ours: optional(
    Schema.Struct({ status: required(Schema.String, "Status of the transaction."), ...moved }),
    "What our books say."
  ),
  theirs: optional(
    Schema.Struct({ ...moved, at: required(Schema.String, "When they booked it.") }),
    "What their books say."
  )
}).annotations({ identifier: "Difference" })

const NotCompared = Schema.Struct({
  gateway_id: required(integer, "Id of the acquirer or provider."),
  reason: required(
    Schema.Literal("lists_no_movements", "unavailable", "not_configured"),
    "Why: it never lists its movements, did not list them now, or is not there any more."
  )
}).annotations({ identifier: "NotCompared" })

/** What a reconciliation has found. */
export const ReportDocument = Schema.Struct({
  from: required(Schema.String, "The first instant of the period."),
  to: required(Schema.String, "The end of the period, not included."),
  checked: required(integer, "How many keys were compared."),
  in_doubt: required(integer, "How many transactions have no outcome yet. They are no difference."),
  not_compared: required(Schema.Array(NotCompared), "Books that were not compared."),
  differences: required(Schema.Array(DifferenceDocument), "What differs.")
}).annotations({ identifier: "ReconciliationReport" })

export type ReportDocument = typeof ReportDocument.Encoded

const spelled = <Text extends string>(text: Text) => text.replaceAll("-", "_") as Spelled<Text>

type Spelled<Text extends string> = Text extends `${infer Head}-${infer Tail}` ? `${Head}_${Spelled<Tail>}` : Text

const differenceOf = ({
  gatewayId,
  key,
  kind,
  ours,
  theirs,
  uid
}: Difference): ReportDocument["differences"][number] => ({
  kind: spelled(kind),
  gateway_id: gatewayId,
  key,
  ...(uid === undefined ? {} : { uid }),
  ...(ours === undefined ? {} : { ours }),
  ...(theirs === undefined ? {} : { theirs: { ...theirs, at: timestamp(theirs.at) ?? "" } })
})

export const toDocument = ({ checked, differences, inDoubt, notCompared, period }: Report): ReportDocument => ({
  from: timestamp(period.from) ?? "",
  to: timestamp(period.to) ?? "",
  checked,
  in_doubt: inDoubt,
  not_compared: notCompared.map(({ gatewayId, reason }) => ({ gateway_id: gatewayId, reason: spelled(reason) })),
  differences: differences.map(differenceOf)
})
