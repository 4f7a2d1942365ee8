/** Numbers and names as people read them. The same on every machine: nothing here asks for its language. */
import type { Reason } from "../Audit.js"
import type { Outcome } from "../Bank.js"

/** `12,345` */
export const count = (value: number): string => String(Math.round(value)).replace(/\B(?=(?:\d{3})+$)/g, ",")

/** `€12,345.60` */
export const money = (minor: number): string =>
  `€${count(Math.floor(minor / 100))}.${String(minor % 100).padStart(2, "0")}`

/** `€12,346` */
export const roundMoney = (minor: number): string => `€${count(minor / 100)}`

/** For axes: `€20k` */
export const shortMoney = (minor: number): string => {
  const major = minor / 100
  if (major >= 1_000_000) return `€${Number((major / 1_000_000).toFixed(1))}M`
  return major >= 1000 ? `€${Number((major / 1000).toFixed(1))}k` : `€${Number(major.toFixed(2))}`
}

/** `12.3%`; a dash where there is nothing to share. */
export const percent = (part: number, whole: number): string =>
  whole === 0 ? "–" : `${((part / whole) * 100).toFixed(1)}%`

/** `12.3%`; a dash where there was nothing to share. */
export const share = (of: number | null): string => (of === null ? "–" : percent(of, 1))

export const plural = (value: number, one: string, many = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : many}`

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

const longMonths = [
  ...["January", "February", "March", "April", "May", "June", "July"],
  ...["August", "September", "October", "November", "December"]
]

/** `2027-03` → `Mar` */
export const monthLabel = (month: string): string => months[Number(month.slice(5)) - 1]!

/** `2027-03` → `Mar 2027` */
export const monthAndYear = (month: string): string => `${monthLabel(month)} ${month.slice(0, 4)}`

/** `2027-12-31` → `31 December 2027` */
export const date = (iso: string): string =>
  `${Number(iso.slice(8))} ${longMonths[Number(iso.slice(5, 7)) - 1]} ${iso.slice(0, 4)}`

export const reasons: Readonly<Record<Reason, string>> = {
  refused: "First payment refused",
  unconverted: "Refused after the trial",
  kept: "More seats declined",
  left: "Customer had left",
  attempts: "Attempts ran out",
  forbidden: "Card barred by its issuer",
  waiting: "Still being retried"
}

const outcomes: Partial<Readonly<Record<Outcome, string>>> = {
  funds: "Not enough funds",
  "do-not-honour": "Issuer declined",
  "card-expired": "Card expired",
  "fraud-issuer": "Card barred",
  "acquirer-temporary": "Bank out of order",
  lost: "Request lost"
}

export const outcome = (of: Outcome): string => outcomes[of] ?? of

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" }

/** Text inside HTML and SVG. */
export const escaped = (text: string): string => text.replace(/[&<>"]/g, (found) => escapes[found]!)
