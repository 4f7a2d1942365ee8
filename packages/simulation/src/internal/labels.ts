import { isReversal, uidOf } from "./chargedOnce.js"

/** Short names of transactions, in the order of their acceptance. */
export interface Labels {
  readonly give: (uid: string, type: string) => void
  /** The name of what a uid or an acquirer's key belongs to. */
  readonly of: (key: string) => string
}

export const make = (): Labels => {
  const names = new Map<string, string>()
  return {
    give: (uid, type) => void names.set(uid, `${type}-${names.size + 1}`),
    of: (key) => {
      const name = names.get(uidOf(key)) ?? key
      return isReversal(key) ? `the reversal of ${name}` : name
    }
  }
}
