/** The other gateway's documents, and its answers to queries. */
import type { Behaviour } from "./hostile.js"

export type Document = Readonly<Record<string, unknown>>

const has = (value: string) => (document: Document) => String(document.tracking_id).split(";").includes(value)

/** Answers queries from these documents, given oldest first. Source: D1: newest first, at most ten. */
export const shelf =
  (documents: ReadonlyArray<Document>): Behaviour =>
  ({ answer, path }) => {
    const requested = decodeURIComponent(path.split("/").at(-1) ?? "")
    const found = documents.find(({ uid }) => uid === requested)
    if (path.includes("/tracking_id/")) {
      answer(200, { transactions: documents.filter(has(requested)).slice(-10).reverse() })
    } else {
      answer(found === undefined ? 404 : 200, { transaction: found })
    }
  }

/** A document of a successful transaction that matches its tracking id. */
export const document = (trackingId: string, changes: Document = {}): Document => {
  const [, type = "", amount, currency, , parent_uid] = /;(\w+) (\d+) (\w+)( of (.+))?$/.exec(trackingId) ?? []
  const kind = String(changes.type ?? type)
  return {
    uid: `uid-${type}`,
    type,
    status: "successful",
    amount: Number(amount),
    currency,
    tracking_id: trackingId,
    [kind]: { status: "successful" },
    ...(parent_uid === undefined ? {} : { parent_uid }),
    ...changes
  }
}
