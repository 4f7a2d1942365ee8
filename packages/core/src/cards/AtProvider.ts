/** What an acquirer has said of an operation before its decision. Source: D53. */
import * as Schema from "effect/Schema"
import type { AcquirerReport } from "./AcquirerReport.js"
import { BrowserMessage, fieldsOf, isFieldName } from "./BrowserMessage.js"
import { CustomerAction } from "./CustomerAction.js"

/** How far an operation is at its acquirer, under the key of its last attempt. */
export const AtProvider = Schema.Struct({
  /** The acquirer's own reference. */
  reference: Schema.String,
  /** What the customer has to do there, and what may still be approved; null: nothing, or it is decided. */
  action: Schema.NullOr(CustomerAction),
  /** When the customer was needed first, in all steps together; null: never. Source: D15. */
  waitingSince: Schema.NullOr(Schema.DateTimeUtc),
  /** How often the customer came back. */
  returns: Schema.Int,
  /** What the browser brought back, kept until the acquirer has answered, so that another process can ask again. */
  returned: Schema.NullOr(fieldsOf(Schema.String))
})

export interface AtProvider extends Schema.Schema.Type<typeof AtProvider> {}

/** The most members of a return that are kept, and their longest name: more is no provider's. */
const mostMembers = 32
const longestName = 64

const isCarried = Schema.is(BrowserMessage)

const isMember = (member: readonly [string, string | undefined]): member is [string, string] => {
  const [name, value] = member
  return name.length <= longestName && isFieldName(name) && isCarried(value)
}

/** What a browser brought back, without what no provider sends. `isKept`: whether a text may be stored. */
export const broughtBack = (
  fields: Readonly<Record<string, string | undefined>>,
  isKept: (text: string) => boolean
): Readonly<Record<string, string>> => {
  const kept = Object.entries(fields).filter(
    (member): member is [string, string] => isMember(member) && member.every(isKept)
  )
  return Object.fromEntries(kept.slice(0, mostMembers))
}

interface Referred {
  readonly report: Pick<AcquirerReport, "refId"> | null
  readonly atProvider?: Pick<AtProvider, "reference"> | undefined
}

/** The acquirer's reference of a transaction: that of its decision, else the one it gave before. */
export const referenceOf = ({ atProvider, report }: Referred): string | undefined =>
  report?.refId ?? atProvider?.reference

/** What the customer still has to do at the acquirer, where nothing is decided. */
export const openActionOf = ({
  atProvider
}: {
  readonly atProvider?: AtProvider | undefined
}): CustomerAction | undefined => atProvider?.action ?? undefined
