/** Our keys in Stripe's metadata, by which an operation is found again. */
import { createHash } from "node:crypto"

/** The metadata of what a charge, a check or a refund has made. */
export const keyName = "florin_key"
export const kindName = "florin_kind"

type Metadata = Readonly<Record<string, string>> | null | undefined

export const keyOf = (metadata: Metadata): string | undefined => metadata?.[keyName]

export const kindOf = (metadata: Metadata): string | undefined => metadata?.[kindName]

/** What changes an intent without making a document of its own leaves a mark in its metadata. */
export type Marked = "capture" | "void"

/** One capture or void in the metadata of its intent. `amount` in our minor units. */
export interface Mark {
  readonly kind: Marked
  readonly key: string
  readonly amount: number
}

// A name has 40 characters at most, and a key of ours may have more.
const nameOf = (kind: Marked, key: string): string =>
  `florin_${kind}_${createHash("sha256").update(key).digest("hex").slice(0, 20)}`

/** The metadata of a mark. */
export const marking = ({ amount, key, kind }: Mark): Record<string, string> => ({
  [nameOf(kind, key)]: `${key} ${amount}`
})

/**
 * The metadata of a void's mark, which takes the place of those of earlier voids: what was noted and then not sent would
 * count as in effect once another void has released the hold. An empty value takes a member away there.
 */
export const markingAlone = (metadata: Metadata, mark: Mark): Record<string, string> => {
  const others = marksOf(metadata).filter(({ key, kind }) => kind === mark.kind && key !== mark.key)
  return { ...Object.fromEntries(others.map(({ key, kind }) => [nameOf(kind, key), ""])), ...marking(mark) }
}

/** The marks of an intent. */
export const marksOf = (metadata: Metadata): ReadonlyArray<Mark> =>
  Object.entries(metadata ?? {}).flatMap(([name, value]) => {
    const kind = /^florin_(capture|void)_[0-9a-f]{20}$/.exec(name)?.[1]
    const [, key, amount] = /^(\S+) (\d+)$/.exec(value) ?? []
    return kind === undefined || key === undefined ? [] : [{ kind: kind as Marked, key, amount: Number(amount) }]
  })

/** The mark of one operation. */
export const markOf = (metadata: Metadata, kind: Marked, key: string): Mark | undefined =>
  marksOf(metadata).find((mark) => mark.kind === kind && mark.key === key)
