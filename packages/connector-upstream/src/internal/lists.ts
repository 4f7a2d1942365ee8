/** Finds our transaction under a key and tells it from children that inherited its tracking id. */
import type { AcquirerKey } from "@florin/core/ids/Ids"
import { Unclear } from "@florin/exchange/Exchange"
import * as Data from "effect/Data"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { type Document, isUid, ofUnknown, unreadable } from "./documents.js"
import { keyIn, typeIn } from "./operations.js"

/** A query by tracking id returns at most this many transactions, the newest ones. Source: D1. */
const listLimit = 10

/**
 * The result of a query by key.
 *
 * - `Nothing`: no transaction has the key
 * - `Ours`: the transaction that we requested
 * - `Heir`: only transactions that inherited the tracking id from their parent, so ours is an ancestor
 */
export type Known = Data.TaggedEnum<{
  Nothing: {}
  Ours: { readonly document: Document }
  Heir: { readonly parentUid: string }
}>

export const Known: Data.TaggedEnum.Constructor<Known> = Data.taggedEnum<Known>()

const decodeList = Schema.decodeEither(Schema.parseJson(Schema.Struct({ transactions: Schema.Array(Schema.Unknown) })))

const textIn = (transaction: unknown, name: string): string =>
  Predicate.hasProperty(transaction, name) && Predicate.isString(transaction[name]) ? transaction[name] : ""

const hasKey = (key: AcquirerKey) => (transaction: unknown) => keyIn(textIn(transaction, "tracking_id")) === key

/**
 * A manually created child may inherit its parent's tracking id (D10), which names the parent's type instead of its own.
 */
const isHeir = (transaction: unknown): boolean =>
  isUid(textIn(transaction, "parent_uid")) && textIn(transaction, "type") !== typeIn(textIn(transaction, "tracking_id"))

/** A transaction there has our key but can't be identified. */
const doubtful = (because: string) => Either.left(new Unclear({ because, isAlarm: true, isThere: true }))

/** Identifies ours among transactions that have our key. */
const among = (ours: ReadonlyArray<unknown>): Either.Either<Known, Unclear> => {
  const [document, ...others] = ours.flatMap((one) => Option.toArray(Either.getRight(ofUnknown(one))))
  if (others.length > 0) return doubtful("several transactions match the request under our key")
  if (document !== undefined) return Either.right(Known.Ours({ document }))
  const heir = ours.every(isHeir) ? ours.at(-1) : undefined
  return heir === undefined
    ? doubtful("the transaction with our key does not match the request")
    : Either.right(Known.Heir({ parentUid: textIn(heir, "parent_uid") }))
}

/** Interprets the answer to a query by our key. */
export const ofList = (body: string, key: AcquirerKey): Either.Either<Known, Unclear> =>
  Either.flatMap(Either.mapLeft(decodeList(body), unreadable), ({ transactions }) => {
    const ours = transactions.filter(hasKey(key))
    if (ours.length > 0) return among(ours)
    return transactions.length < listLimit
      ? Either.right(Known.Nothing())
      : doubtful("the list is full, ours may be older")
  })

/** Interprets the answer to a query by the `uid` of an heir's parent. */
export const ofParent = (response: unknown, uid: string, key: AcquirerKey): Either.Either<Known, Unclear> =>
  textIn(response, "uid") === uid && hasKey(key)(response)
    ? among([response])
    : doubtful("an heir's parent does not have our key")
