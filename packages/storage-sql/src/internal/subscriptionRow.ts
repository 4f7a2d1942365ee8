/**
 * A subscription's row: what was agreed, and how it stands. Every renewal writes the latter twice. Instants are numbers:
 * they are read and written several times as fast as timestamps.
 */
import { CardStamp } from "@florin/core/ids/Ids"
import type { Row } from "@florin/core/store/UnitOfWork"
import { agreedMembers, Subscription } from "@florin/core/subscriptions/Subscription"
import * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { codecOf, text } from "./values.js"

/** Earlier versions read and write the instants of `declines` alone. */
const Stored = Schema.Struct({
  ...Subscription.fields,
  declines: Schema.Array(Schema.DateTimeUtc),
  declinedCards: Schema.optional(Schema.Array(CardStamp))
})

const codec = codecOf(Stored, DateTime.toEpochMillis)

const isAgreed = new Set<string>(agreedMembers)

const current = Struct.keys(Subscription.fields).filter((name) => !isAgreed.has(name) && name !== "declines")

/** A copy of an object that has all members is made several times as fast as one to which they are added. */
const emptyOf = (names: ReadonlyArray<string>): Record<string, unknown> =>
  Object.fromEntries(names.map((name) => [name, undefined]))

/** Members that are stored otherwise. */
type Apart = Pick<typeof Stored.Type, "declines" | "declinedCards">

const apart = ({ declines }: Subscription): Apart => ({
  declines: declines.map(({ at }) => at),
  declinedCards: declines.map(({ card }) => card)
})

/** Some members as text. Only these are exchanged for what is stored: a charge rewrites half of them all. */
const memberText = (same: ReadonlyArray<keyof Subscription>, otherwise?: (_: Subscription) => Apart) => {
  const names = [...same, ...(otherwise === undefined ? [] : (["declines", "declinedCards"] as const))]
  const schema: Schema.Schema.AnyNoContext = Stored.pick(...names)
  const { write } = codecOf(schema, DateTime.toEpochMillis)
  const empty = emptyOf(names)
  return (subscription: Subscription): string => {
    const stored = { ...empty }
    for (const name of same) stored[name] = subscription[name]
    if (otherwise !== undefined) Object.assign(stored, otherwise(subscription))
    return write(stored)
  }
}

export const agreementOf = memberText(agreedMembers)

export const documentOf = memberText(current, apart)

/** A decline that does not say which card failed is taken to be of the present one. */
const declinesOf = ({ card, declinedCards, declines }: typeof Stored.Type): Subscription["declines"] =>
  declines.flatMap((at, index) => {
    const failed = declinedCards?.[index] ?? card?.stamp
    return failed === undefined ? [] : [{ at, card: failed }]
  })

const members = Struct.keys(Subscription.fields)
const empty = emptyOf(members)

/** A row with the columns `agreement` and `document`. */
export const subscriptionOf = (row: Row): Subscription => {
  // As one text, because an object to which members are added is a dictionary, and slow to copy.
  const stored = codec.read(`${text(row, "agreement").slice(0, -1)},${text(row, "document").slice(1)}`)
  const subscription = { ...empty }
  for (const name of members) subscription[name] = stored[name]
  subscription.declines = declinesOf(stored)
  return subscription as unknown as Subscription
}
