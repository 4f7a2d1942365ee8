/** The ways in which a store can find what is wanted: each by an index, the rest being compared row by row. */
import { leastUidAt, type ShopId } from "@florin/core/ids/Ids"
import type { SqlValue } from "@florin/core/store/UnitOfWork"
import * as Findable from "@florin/core/transactions/Findable"
import * as Filter from "@florin/core/transactions/TransactionFilter"
import type { NewestPageRequest } from "@florin/core/transactions/TransactionStore"
import { undecided } from "./searchTables.js"

/** A condition of SQL on the row `t`, with its values. */
export interface Condition {
  readonly text: string
  readonly values: ReadonlyArray<SqlValue>
}

/**
 * A way: what one index finds, in parts of which each is a condition on its first columns.
 *
 * `isOrdered`: a page of each part can be read in the order of the list, without what comes after it.
 */
export interface Way {
  readonly parts: ReadonlyArray<Condition>
  readonly isOrdered: boolean
}

/** Whose transactions are wanted, and between which uids: the first may be found, the second may not. */
export interface Range {
  readonly shop: ShopId | null
  readonly least: string
  readonly end: string
}

// Sorts after every uid, which begins with a hexadecimal digit.
const afterAll = "g"

const least = (one: string, other: string): string => (one < other ? one : other)

const greatest = (one: string, other: string): string => (one < other ? other : one)

/** The uids that may be found. One that is wanted itself is a range of one. */
export const rangeOf = (shop: ShopId | null, { after, from, order, to, uid }: NewestPageRequest): Range => {
  const isTurned = order === "oldest"
  const since: string = from === undefined ? "" : leastUidAt(from.epochMillis)
  const before = to === undefined ? afterAll : leastUidAt(to.epochMillis)
  // No other uid begins with one.
  const begin = isTurned && after !== undefined ? greatest(since, `${after}-`) : since
  const end = isTurned || after === undefined ? before : least(after, before)
  if (uid === undefined) return { shop, least: begin, end }
  return { shop, least: greatest(begin, uid), end: least(end, `${uid}-`) }
}

/** The direction of a list, in SQL. */
export const directionOf = ({ order }: Pick<NewestPageRequest, "order">): "ASC" | "DESC" =>
  order === "oldest" ? "ASC" : "DESC"

/** The last part of the indexes of ways: their order. */
export const place = "(t.uid || '')"

/** The condition of a range, by which its index is read in order: `uid`, or `place` in the index of a way. */
export const within = ({ end, least, shop }: Range, uid = "t.uid"): Condition =>
  shop === null
    ? { text: `${uid} >= ? AND ${uid} < ?`, values: [least, end] }
    : { text: `t.shop_id = ? AND ${uid} >= ? AND ${uid} < ?`, values: [shop, least, end] }

/**
 * Everything that is wanted, as one condition by which no index can be read: the database has no choice but the way. Its
 * text is always the same.
 */
export const compared = (filter: Filter.TransactionFilter): Condition => {
  const [lowest, highest] = Filter.amounts(filter)
  const { currency, customer, email, gatewayId, last4, method, reasons, status, subscription, type } = filter
  const found = {
    currency,
    email: email === undefined ? undefined : Findable.foldedCase(email),
    last4,
    customer,
    subscription,
    method
  }
  const texts = Object.keys(found).map((column) => `COALESCE(t.${column}, '') = COALESCE(?, t.${column}, '')`)
  return {
    text: [
      "t.type = COALESCE(?, t.type)",
      "t.status = COALESCE(?, t.status)",
      "t.amount >= ? AND t.amount <= ?",
      ...texts,
      "COALESCE(t.gateway_id, -1) = COALESCE(?, t.gateway_id, -1)",
      // No reason has a comma, nor a character of patterns.
      "',' || COALESCE(?, t.reason, '') || ',' LIKE '%,' || COALESCE(t.reason, '') || ',%'"
    ].join(" AND "),
    values: [
      ...[type ?? null, status ?? null, lowest, highest],
      ...Object.values(found).map((value) => value ?? null),
      ...[gatewayId ?? null, reasons?.join(",") ?? null]
    ]
  }
}

/** Whether anything is asked of a row besides who has it and where it stands. */
export const isFiltered = (filter: Filter.TransactionFilter): boolean =>
  waysOf(filter, { shop: null }).length > 0 || filter.currency !== undefined || filter.status !== undefined

/** As a condition by which no index can be read. */
export const hidden = ({ text, values }: Condition): Condition => ({
  text: `CASE WHEN ${text} THEN TRUE ELSE FALSE END`,
  values
})

const equal = (column: string, value: string | number | undefined, isOrdered: boolean): ReadonlyArray<Way> =>
  value === undefined ? [] : [{ parts: [{ text: `t.${column} = ?`, values: [value] }], isOrdered }]

const ofAmount = (filter: Filter.TransactionFilter, isOrdered: boolean): ReadonlyArray<Way> => {
  const { amount, maxAmount, minAmount } = filter
  if (amount === undefined && maxAmount === undefined && minAmount === undefined) return []
  const [least, most] = Filter.amounts(filter)
  return least === most
    ? [{ parts: [{ text: "t.amount = ?", values: [least] }], isOrdered }]
    : [{ parts: [{ text: "t.amount >= ? AND t.amount <= ?", values: [least, most] }], isOrdered: false }]
}

/** A part for each reason: no index has two of them in order. */
const byReasons = (reasons: ReadonlyArray<string>, isOrdered: boolean): Way => ({
  parts: reasons.map((reason) => ({ text: "t.reason = ?", values: [reason] })),
  isOrdered
})

const ofReasons = ({ reasons }: Filter.TransactionFilter, isOrdered: boolean): ReadonlyArray<Way> =>
  reasons === undefined ? [] : [byReasons(reasons, isOrdered)]

/** What is not decided has an index; what came to nothing has a reason, and most of a shop's is neither. */
const ofStatus = ({ status }: Filter.TransactionFilter, isOrdered: boolean): ReadonlyArray<Way> => {
  switch (status) {
    case "incomplete":
    case "pending":
      return [{ parts: [{ text: `t.status = ? AND t.${undecided}`, values: [status] }], isOrdered }]
    case "expired":
      return [byReasons(Findable.reasonsOfExpired, isOrdered)]
    case "failed":
      return [{ parts: [{ text: "t.reason IS NOT NULL", values: [] }], isOrdered: false }]
    case "successful":
    case undefined:
      return []
  }
}

const ofType = ({ type }: Filter.TransactionFilter, isOrdered: boolean): ReadonlyArray<Way> =>
  type === undefined ? [] : [{ parts: [{ text: "t.type = ?", values: [type] }], isOrdered }]

/** The ways to what is wanted besides reading the range, those first that usually find the least. */
export const waysOf = (filter: Filter.TransactionFilter, { shop }: Pick<Range, "shop">): ReadonlyArray<Way> => {
  // The indexes have the shop behind what they are of: all shops' rows of one value are in no order.
  const isOrdered = shop !== null
  return [
    ...equal("subscription", filter.subscription, isOrdered),
    ...equal("customer", filter.customer, isOrdered),
    ...equal("email", filter.email === undefined ? undefined : Findable.foldedCase(filter.email), isOrdered),
    ...equal("last4", filter.last4, isOrdered),
    ...ofStatus(filter, isOrdered),
    ...ofAmount(filter, isOrdered),
    ...ofReasons(filter, isOrdered),
    ...equal("gateway_id", filter.gatewayId, isOrdered),
    ...equal("method", filter.method, isOrdered),
    ...ofType(filter, isOrdered)
  ]
}

/**
 * The way that finds the least. Ways of which it was not counted to the end are alike, of these the first is taken that
 * is in order; undefined: the range is read.
 *
 * `most`: to how many each was counted.
 */
export const leastOf = (
  counted: ReadonlyArray<{ readonly way: Way; readonly found: number }>,
  most: number
): Way | undefined => {
  const few = counted.filter(({ found }) => found < most).sort((one, other) => one.found - other.found)
  return (few[0] ?? counted.find(({ way }) => way.isOrdered))?.way
}
