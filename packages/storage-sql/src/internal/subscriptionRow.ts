/**
 * A subscription's row: what was agreed, and how it stands. Every renewal writes the latter twice. Instants are numbers:
 * they are read and written several times as fast as timestamps.
 */
import { CardStamp } from "@florin/core/ids/Ids"
import type { Row } from "@florin/core/store/UnitOfWork"
import { agreed, Subscription } from "@florin/core/subscriptions/Subscription"
import * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"
import { codecOf, text } from "./values.js"

/** Earlier versions read and write the instants of `declines` alone. */
const Stored = Schema.Struct({
  ...Subscription.fields,
  declines: Schema.Array(Schema.DateTimeUtc),
  declinedCards: Schema.optional(Schema.Array(CardStamp))
})

const codec = codecOf(Stored, DateTime.toEpochMillis)

const isAgreed = new Set<string>(agreed)

const current = Object.keys(Subscription.fields)
  .filter((name) => !isAgreed.has(name))
  .flatMap((name) => (name === "declines" ? [name, "declinedCards"] : name))

/** A copy of an object that has all members is made several times as fast as one to which they are added. */
const emptyOf = (names: ReadonlyArray<string>): Record<string, unknown> =>
  Object.fromEntries(names.map((name) => [name, undefined]))

/** Some members of the stored form. */
const memberText = (names: ReadonlyArray<string>) => {
  const empty = emptyOf(names)
  return (_: Subscription): string => {
    const [declines, declinedCards] = [_.declines.map(({ at }) => at), _.declines.map(({ card }) => card)]
    const stored = codec.encode({ ..._, declines, declinedCards }) as Record<string, unknown>
    const some = { ...empty }
    for (const name of names) some[name] = stored[name]
    return JSON.stringify(some)
  }
}

export const agreementOf = memberText(agreed)

export const documentOf = memberText(current)

/** A decline that does not say which card failed is taken to be of the present one. */
const declinesOf = ({ card, declinedCards, declines }: typeof Stored.Type): Subscription["declines"] =>
  declines.flatMap((at, index) => {
    const failed = declinedCards?.[index] ?? card?.stamp
    return failed === undefined ? [] : [{ at, card: failed }]
  })

const empty = emptyOf(Object.keys(Subscription.fields))

/** A row with the columns `agreement` and `document`. */
export const subscriptionOf = (row: Row): Subscription => {
  // As one text, because an object to which members are added is a dictionary, and slow to copy.
  const stored = codec.read(`${text(row, "agreement").slice(0, -1)},${text(row, "document").slice(1)}`)
  const { declinedCards: _, ...subscription } = stored
  return { ...empty, ...subscription, declines: declinesOf(stored) }
}
