/** The statements of a search. Their texts are few: values are parameters, also those that are not wanted for. */
import type { NewestPageRequest } from "@florin/core/transactions/TransactionStore"
import { limit } from "./queries.js"
import {
  type Condition,
  compared,
  directionOf,
  hidden,
  isFiltered,
  place,
  type Range,
  type Way,
  within
} from "./searchWays.js"

const all = (conditions: ReadonlyArray<Condition>): Condition => ({
  text: conditions.map(({ text }) => text).join(" AND "),
  values: conditions.flatMap(({ values }) => values)
})

const union = (parts: ReadonlyArray<Condition>): Condition => ({
  text: parts.map(({ text }) => `SELECT * FROM (${text}) part`).join(" UNION ALL "),
  values: parts.flatMap(({ values }) => values)
})

const rows = "FROM {transactions} t WHERE"

/**
 * How many rows a way has, counted to `most`. Where it is in no order, those of other shops and times count as well:
 * they have to be gone through.
 */
export const counting = ({ isOrdered, parts }: Way, range: Range, most: number): Condition => {
  const each = parts.map((part): Condition => {
    const { text, values } = isOrdered ? all([part, within(range, place)]) : part
    return { text: `SELECT 1 AS one ${rows} ${text}`, values }
  })
  const { text, values } = union(each)
  return { text: `SELECT COUNT(*) AS found FROM (SELECT one FROM (${text}) every LIMIT ${most}) counted`, values }
}

interface Wanted {
  readonly range: Range
  readonly page: NewestPageRequest
  /** What must be true besides. */
  readonly besides: ReadonlyArray<Condition>
}

// An index finds each: with a join, PostgreSQL might read all documents for a page whose length it does not know.
const documentsOf = ({ text, values }: Condition, page: NewestPageRequest): Condition => ({
  text: `SELECT (SELECT d.document FROM {transactions} d WHERE d.uid = found.uid) AS document
    FROM (SELECT uid FROM (${text}) every ORDER BY uid ${directionOf(page)} ${limit}) found
    ORDER BY found.uid ${directionOf(page)}`,
  values: [...values, page.limit]
})

/** The rest of what is wanted, as one condition by which no index is read. */
const rest = ({ besides, page }: Wanted, ...others: ReadonlyArray<Condition>): ReadonlyArray<Condition> => {
  const left = [...others, ...(isFiltered(page) ? [compared(page)] : []), ...besides]
  return left.length === 0 ? [] : [hidden(all(left))]
}

const inOrder = ({ parts }: Pick<Way, "parts">, wanted: Wanted): Condition => {
  const { page, range } = wanted
  const select = (column: string, uid: string, part: ReadonlyArray<Condition>): Condition => {
    const { text, values } = all([...part, within(range, uid), ...rest(wanted)])
    return {
      text: `SELECT t.${column} ${rows} ${text} ORDER BY ${uid} ${directionOf(page)} ${limit}`,
      values: [...values, page.limit]
    }
  }
  const [only, ...others] = parts
  if (only === undefined) return select("document", "t.uid", [])
  if (others.length === 0) return select("document", place, [only])
  return documentsOf(union(parts.map((part) => select("uid", place, [part]))), page)
}

const sorted = ({ parts }: Way, wanted: Wanted): Condition => {
  const each = parts.map((part): Condition => {
    const { text, values } = all([part, ...rest(wanted, within(wanted.range))])
    // As an expression, so that no index of uids is read in its order.
    return { text: `SELECT ${place} AS uid ${rows} ${text}`, values }
  })
  return documentsOf(union(each), wanted.page)
}

/** A page of what is wanted: by a way, or through the whole range. */
export const pageOf = (way: Way | undefined, wanted: Wanted): Condition =>
  way === undefined ? inOrder({ parts: [] }, wanted) : way.isOrdered ? inOrder(way, wanted) : sorted(way, wanted)
