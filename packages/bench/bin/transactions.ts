/** A million transactions, made by the database from one that was really paid. */
import type { Databank } from "./databank.js"
import * as Florin from "./florin.js"
import { body, shopId } from "./orders.js"

/** What the copies differ in, by their number. Each value spreads evenly over time. */
export const email = (number: number): string => `customer-${(number * 7919) % 200_000}@example.com`
export const last4 = (number: number): string => String((number * 31) % 10_000).padStart(4, "0")
export const amount = (number: number): number => 100 + ((number * 7907) % 50_000)
export const customer = (number: number): string => `c-${(number * 7919) % 100_000}`
/** Of every tenth transaction. */
export const subscription = (number: number): string =>
  `sbs_${(Math.floor(number / 10) % 20_000).toString(16).padStart(16, "0")}`

/** How long after one copy the next was made. Unit: milliseconds. */
export const step = 20_000

/** So many copies, the last of which was made when this began. */
export const series = (count: number) => {
  const begin = Date.now() - count * step
  const uid = (number: number): string => {
    const instant = (begin + number * step).toString(16).padStart(12, "0")
    return `${instant.slice(0, 8)}-${instant.slice(8)}-7000-8000-${number.toString(16).padStart(12, "0")}`
  }
  return { begin, count, uid }
}

export type Series = ReturnType<typeof series>

/** What each database calls the numbers from one to below another, and texts of numbers. */
export const expressions = {
  SQLite: {
    numbers: (from: number, to: number) =>
      `(WITH RECURSIVE c(n) AS (SELECT ${from} UNION ALL SELECT n + 1 FROM c WHERE n < ${to - 1}) SELECT n FROM c)`,
    hex: (value: string, length: number) => `printf('%0${length}x', ${value})`,
    digits: (value: string) => `printf('%04d', ${value})`
  },
  PostgreSQL: {
    numbers: (from: number, to: number) => `(SELECT generate_series(${from}::bigint, ${to - 1}) AS n)`,
    hex: (value: string, length: number) => `lpad(to_hex(${value}), ${length}, '0')`,
    digits: (value: string) => `lpad((${value})::text, 4, '0')`
  }
} as const

const marked = { email: "marked-customer@example.com", customer: "marked-customer" }

/** How many rows one statement adds. */
const together = 50_000

/** The uid of the copy of the number `n`, in SQL. */
export const uidOf = ({ name }: Databank, begin: number): string => {
  const { hex } = expressions[name]
  const instant = hex(`${begin} + n * ${step}`, 12)
  return `substr(${instant}, 1, 8) || '-' || substr(${instant}, 9, 4) || '-7000-8000-' || ${hex("n", 12)}`
}

/** Fills a database. Besides the copies it has the transaction that they are of. */
export const fill = async (bank: Databank, { begin, count }: Series): Promise<void> => {
  const florin = await Florin.start(bank.store)
  const { request } = body(1)
  await florin.authorize(1, {
    request: { ...request, customer: { email: marked.email, external_id: marked.customer, ip: "127.0.0.1" } }
  })
  await florin.stop()
  const [{ uid: original } = {}] = await bank.read(
    `SELECT uid FROM florin_transactions WHERE email = '${marked.email}'`
  )
  const { digits, hex, numbers } = expressions[bank.name]
  const replaced = [
    [String(original), "uid"],
    [marked.email, "email"],
    [marked.customer, "customer"],
    ['"last4":"0000"', `'"last4":"' || last4 || '"'`],
    ['"status":"successful"', `'"status":"' || status || '"'`],
    ['"type":"authorization"', `'"type":"' || type || '"'`],
    ['"amount":1001', `'"amount":' || amount`]
  ].reduce((text, [from, to]) => `REPLACE(${text}, '${from}', ${to})`, "document")
  const values = `SELECT n, ${begin} + n * ${step} AS created_at,
    ${uidOf(bank, begin)} AS uid,
    'customer-' || ((n * 7919) % 200000) || '@example.com' AS email, ${digits("(n * 31) % 10000")} AS last4,
    100 + (n * 7907) % 50000 AS amount, 'c-' || ((n * 7919) % 100000) AS customer,
    CASE WHEN n % 10 = 0 THEN 'sbs_' || ${hex("(n / 10) % 20000", 16)} END AS subscription,
    CASE WHEN n % 10 = 0 THEN CASE WHEN (n / 10) % 20000 < 1000 THEN 0 ELSE n / 200000 END END AS cycle,
    CASE WHEN n % 20 = 0 THEN 'refund' WHEN n % 3 = 0 THEN 'payment' ELSE 'authorization' END AS type,
    CASE WHEN n % 50000 = 7 THEN 'pending' WHEN n % 1000 = 1 THEN 'expired' WHEN n % 25 = 0 THEN 'failed'
      ELSE 'successful' END AS status,
    CASE WHEN n % 7 = 3 THEN 'USD' ELSE 'EUR' END AS currency,
    CASE WHEN n % 50000 = 9 THEN 3 WHEN n % 3 = 0 THEN 2 ELSE 1 END AS gateway_id,
    CASE WHEN n % 40 = 0 THEN 'mir' ELSE 'visa' END AS method,
    CASE WHEN n % 1000 = 1 THEN 'order-expired' WHEN n % 5000 = 75 THEN 'fraud-issuer' WHEN n % 25 = 0 THEN 'funds'
      END AS reason`
  for (let from = 0; from < count; from += together) {
    const rows = `(${values} FROM ${numbers(from, Math.min(count, from + together))} c) v`
    await bank.run(`INSERT INTO florin_transactions (shop_id, uid, type, status, amount, fingerprint, created_at, version,
        currency, email, last4, customer, subscription, cycle, gateway_id, method, reason, document)
      SELECT '${shopId}', v.uid, v.type, v.status, v.amount, v.uid, v.created_at, 2, v.currency, v.email, v.last4,
        v.customer, v.subscription, v.cycle, v.gateway_id, v.method, v.reason, v.document
      FROM (SELECT v.*, ${replaced
        .replace(/\bdocument\b/, "o.document")
        .replace(/\b(uid|email|customer)\)/g, "v.$1)")
        .replace(/\|\| (last4|status|type|amount)/g, "|| v.$1")} AS document
        FROM ${rows} CROSS JOIN (SELECT document FROM florin_transactions WHERE shop_id = '${shopId}' AND uid = '${original}') o) v`)
    await bank.run(`INSERT INTO florin_tracking_ids (shop_id, tracking_id, created_at, uid)
      SELECT '${shopId}', 'order-' || n, created_at, uid FROM ${rows}`)
    await bank.run(`INSERT INTO florin_acquirer_references (gateway_id, reference, shop_id, uid)
      SELECT 1 + n % 3, 'pi_' || n, '${shopId}', uid FROM ${rows}`)
  }
}
