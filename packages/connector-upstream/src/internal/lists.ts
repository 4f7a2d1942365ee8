/** What the other gateway has under a key, told from what merely took over its tracking id. */
import type { AcquirerKey } from "@florin/core/ids/Ids"
import * as Data from "effect/Data"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { type Document, isUid, ofUnknown, unreadable } from "./documents.js"
import { Unclear } from "./exchange.js"
import { keyIn, typeIn } from "./operations.js"

/** How many transactions a query by tracking id names at most, the newest ones. Source: D1. */
const listLimit = 10

/**
 * What is known of a key.
 *
 * - `Nothing`: no transaction has it
 * - `Ours`: the one that we asked for
 * - `Heir`: only such as took over its tracking id from what they follow, so that ours is further up
 */
export type Known = Data.TaggedEnum<{
  Nothing: {}
  Ours: { readonly document: Document }
  Heir: { readonly parentUid: string }
}>

export const Known = Data.taggedEnum<Known>()

const decodeList = Schema.decodeEither(Schema.parseJson(Schema.Struct({ transactions: Schema.Array(Schema.Unknown) })))

const textIn = (transaction: unknown, name: string): string =>
  Predicate.hasProperty(transaction, name) && Predicate.isString(transaction[name]) ? transaction[name] : ""

const hasKey = (key: AcquirerKey) => (transaction: unknown) => keyIn(textIn(transaction, "tracking_id")) === key

/** A child made by hand takes over its parent's tracking id (D10), which names the parent's type and not its own. */
const isHeir = (transaction: unknown): boolean =>
  isUid(textIn(transaction, "parent_uid")) && textIn(transaction, "type") !== typeIn(textIn(transaction, "tracking_id"))

/** Something there has our key, and what it is cannot be said. */
const doubtful = (because: string) => Either.left(new Unclear({ because, isAlarm: true, isThere: true }))

/** One of the transactions that have our key, or all of them. */
const among = (ours: ReadonlyArray<unknown>): Either.Either<Known, Unclear> => {
  const [document, ...others] = ours.flatMap((one) => Option.toArray(Either.getRight(ofUnknown(one))))
  if (others.length > 0) return doubtful("several are what was asked for under our key")
  if (document !== undefined) return Either.right(Known.Ours({ document }))
  const heir = ours.every(isHeir) ? ours.at(-1) : undefined
  return heir === undefined
    ? doubtful("what has our key is not what was asked for")
    : Either.right(Known.Heir({ parentUid: textIn(heir, "parent_uid") }))
}

/** What a query by our key is answered. */
export const ofList = (body: string, key: AcquirerKey): Either.Either<Known, Unclear> =>
  Either.flatMap(Either.mapLeft(decodeList(body), unreadable), ({ transactions }) => {
    const ours = transactions.filter(hasKey(key))
    if (ours.length > 0) return among(ours)
    return transactions.length < listLimit
      ? Either.right(Known.Nothing())
      : doubtful("the list is full, and ours may be older")
  })

/** What a query by `uid` is answered, where something further up has our key. */
export const ofParent = (said: unknown, uid: string, key: AcquirerKey): Either.Either<Known, Unclear> =>
  textIn(said, "uid") === uid && hasKey(key)(said) ? among([said]) : doubtful("an heir's parent has not our key")
