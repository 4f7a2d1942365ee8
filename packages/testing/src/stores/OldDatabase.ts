/** A database as 0.1.0 left it behind. */
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import * as DateTime from "effect/DateTime"

/** The databases of which there is one. */
export type Product = "sqlite" | "postgres"

const fixture = (name: Product | "rows"): string =>
  readFileSync(fileURLToPath(new URL(`../../fixtures/0.1.0.${name}.sql`, import.meta.url)), "utf8")

/**
 * The statements that make the database: its tables as 0.1.0 made them, its rows, and which migrations it has had. They
 * lie beside the sources and are not published.
 */
export const sql = (product: Product): string => fixture(product) + fixture("rows") + laterStatements()

/** A row as its statement spells it. */
export type OldRow = Readonly<Record<string, string | number | null>>

const valuesOf = (line: string): ReadonlyArray<string | number | null> =>
  Array.from(line.matchAll(/'((?:[^']|'')*)'|-?\d+|NULL/g), ([spelled, quoted]) => {
    if (quoted !== undefined) return quoted.replaceAll("''", "'")
    return spelled === "NULL" ? null : Number(spelled)
  })

/** The rows of a table, the same in every product. The statements hold one on each line. */
export const rowsOf = (table: string): ReadonlyArray<OldRow> => {
  const found = new RegExp(`^INSERT INTO ${table} \\((.+)\\) VALUES\\n((?:\\(.*\\)[,;]\\n)+)`, "m").exec(
    fixture("rows")
  )
  const [, columns = "", lines = ""] = found ?? []
  return lines
    .trimEnd()
    .split("\n")
    .map((line) => {
      const values = valuesOf(line)
      return Object.fromEntries(columns.split(", ").map((name, place) => [name, values[place]!]))
    })
}

const startsAt = 1_772_400_000_000

const paid = {
  shop: "demo",
  type: "payment",
  status: "failed",
  reason: "funds",
  amount: 700,
  currency: "EUR",
  test: true,
  language: "en",
  details: {},
  gatewayId: 1,
  report: null,
  paidAt: null,
  expiredAt: null,
  closedAt: null,
  settledAt: null,
  manuallyCorrectedAt: null,
  version: 1
}

const byCard = {
  ...paid,
  recurringType: null,
  routing: "skipped",
  card: {
    facts: { brand: "visa", first1: "4", last4: "0000", bin: "420000", bin8: "42000000" },
    holder: "Jane Doe",
    expMonth: 12,
    expYear: 2035,
    stamp: "e".repeat(64),
    token: "a".repeat(64),
    product: null,
    issuerCountry: null,
    issuerName: null,
    tokenProvider: null
  }
}

const byTransfer = {
  ...paid,
  reason: null,
  method: "sbp_data",
  currency: "RUB",
  order: null,
  payBy: null,
  evidence: []
}

const requested = (step: string, gatewayId: number) => ({ step, key: `${step}-${gatewayId}`, gatewayId, amount: 700 })

const renewing = (purpose: string) => ({ id: "sbs_0000000000000001", cycle: 3, attempt: 1, purpose })

/** What 0.1.0 has none of. Each is of a second of its own. */
const later: ReadonlyArray<Readonly<Record<string, unknown>>> = [
  { ...byCard, attempts: [requested("charge", 2), requested("charge", 3), requested("reversal", 1)] },
  { ...byCard, attempts: [requested("reversal", 1)] },
  { ...byCard, gatewayId: 2, attempts: [] },
  { ...byCard, reason: null },
  { ...byCard, status: "expired", reason: null },
  { ...byCard, subscription: renewing("renewal") },
  { ...byCard, subscription: renewing("initial") },
  byTransfer,
  { ...byTransfer, status: "expired" },
  { ...byTransfer, status: "pending", gatewayId: null }
]

const quoted = (value: string | number | null): string =>
  typeof value === "string" ? `'${value.replaceAll("'", "''")}'` : String(value ?? "NULL")

/**
 * Transactions that versions after 0.1.0 have written before there were columns by which transactions are searched: of
 * transfers, of charges that were passed on, of renewals.
 */
export const laterRows: ReadonlyArray<OldRow> = later.map((changes, place) => {
  const at = startsAt + place * 1000
  const time = at.toString(16).padStart(12, "0")
  const uid = `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${String(place).padStart(12, "0")}`
  const created = DateTime.formatIso(DateTime.unsafeMake(at))
  const document = { uid, acquirerKey: uid, createdAt: created, updatedAt: created, ...changes }
  const { amount, status } = { ...paid, ...changes }
  return {
    shop_id: "demo",
    uid,
    type: "payment",
    status,
    amount,
    parent_uid: null,
    fingerprint: `print ${place}`,
    created_at: at,
    version: 1,
    document: JSON.stringify(document)
  }
})

const laterStatements = (): string =>
  laterRows
    .map((row) => {
      const values = Object.values(row).map(quoted).join(", ")
      return `INSERT INTO transactions (${Object.keys(row).join(", ")}) VALUES (${values});\n`
    })
    .join("")

/** When the last process that used the database died: until then, and no longer, it had said to be alive. */
export const diedAt: DateTime.Utc = DateTime.unsafeMake(1_775_552_405_000)

/** A column as text. */
export const text = (row: OldRow, column: string): string => String(row[column])

/** A column that is a number. Unit of instants: milliseconds since 1970. */
export const instant = (row: OldRow, column: string): number => Number(row[column])
