/** What people look up besides transactions, as much of it as comes with a million of those: copies of one of each. */
import type { Databank } from "./databank.js"
import { shopId } from "./orders.js"
import * as Originals from "./originals.js"
import { expressions, fill as fillTransactions, type Series, step, uidOf } from "./transactions.js"

/** Rows of one table, copied from one of them. */
interface Copies {
  readonly table: string
  readonly where: string
  readonly count: number
  /** What each copy has for a text of the original, in whichever column: SQL of its number `n`. */
  readonly names: Readonly<Record<string, string>>
  /** Columns that the copies have of their own. */
  readonly own?: Readonly<Record<string, string>>
}

/** How many rows one statement adds. */
const together = 50_000

const copy = async (bank: Databank, { count, names, own = {}, table, where }: Copies): Promise<void> => {
  const [example] = await bank.read(`SELECT * FROM florin_${table} WHERE ${where} LIMIT 1`)
  if (example === undefined) throw new Error(`There is nothing to copy in ${table}`)
  const columns = Object.entries(example)
  const renamed = (column: string): string =>
    Object.entries(names).reduce((text, [from, to]) => `REPLACE(${text}, '${from}', ${to})`, `t.${column}`)
  const values = columns.map(
    ([column, value]) => own[column] ?? (typeof value === "string" ? renamed(column) : `t.${column}`)
  )
  await bank.run(`CREATE TEMP TABLE old_${table} AS SELECT * FROM florin_${table} WHERE ${where}`)
  const { numbers } = expressions[bank.name]
  for (let from = 0; from < count; from += together) {
    await bank.run(`INSERT INTO florin_${table} (${columns.map(([column]) => column).join(", ")})
      SELECT ${values.join(", ")} FROM ${numbers(from, Math.min(count, from + together))} c CROSS JOIN old_${table} t`)
  }
  await bank.run(`DROP TABLE old_${table}`)
}

/** The names of copies by their number, as `records` gives them. */
const hexOf = (number: number, length: number): string => number.toString(16).padStart(length, "0")
export const checkout = (number: number): string => hexOf(number, 64)
export const customer = (number: number): string => `cst_${hexOf(number, 16)}`
export const subscription = (number: number): string => `sbs_${hexOf(number, 16)}`
export const holder = (number: number): string => `c-${number}`

/** How many there are of each, for each million transactions. */
const shares = { checkouts: 300_000, customers: 100_000, subscriptions: 100_000, cards: 100_000, audit: 500_000 }

const few = { plans: 1000, products: 1000, coupons: 1000, proofs: 300, approvals: 20_000 }

/** How many there are of each. */
export const countsOf = ({ count }: Series) => {
  const scaled = Object.entries(shares).map(([name, share]) => [name, Math.ceil((share * count) / 1_000_000)])
  return { ...few, ...Object.fromEntries(scaled) } as Readonly<Record<keyof typeof shares | keyof typeof few, number>>
}

/** What is in doubt: the pending ones of the million, each with its job. */
const doubts = (bank: Databank, { count }: Series): Promise<void> =>
  bank.run(`INSERT INTO florin_jobs (shop_id, kind, subject, share, run_at, place, lease_owner, fence, attempts)
    SELECT shop_id, 'recover', uid, '|' || shop_id, created_at + 60000, created_at, NULL, 1, 3 FROM florin_transactions
    WHERE status = 'pending' AND version = 2 LIMIT ${count}`)

/** Payments that were not paid, with what is to prove them; each has evidence of money that came all the same. */
const proofs = async (bank: Databank, { begin }: Series, made: Originals.Originals, count: number): Promise<void> => {
  const uid = (part: string) => uidOf(bank, begin).replace("-7000-8000-", `-7000-${part}-`)
  const [payment, proof] = [uid("9000"), uid("a000")]
  const names = { [made.unpaid]: payment, [made.proof]: proof }
  const own = { fingerprint: payment, created_at: `${begin} + n * ${step}` }
  for (const where of [made.unpaid, made.proof]) {
    await copy(bank, {
      ...{ table: "transactions", where: `shop_id = '${shopId}' AND uid = '${where}'`, count, names },
      own
    })
  }
  await copy(bank, {
    ...{ table: "documents", where: `shop_id = '${shopId}' AND proof_uid = '${made.proof}'`, count, names }
  })
  const created = { created_at: own.created_at }
  await copy(bank, { table: "waiting_proofs", where: `uid = '${made.proof}'`, count, names, own: created })
  await bank.run(`INSERT INTO florin_transfer_evidence (shop_id, uid, marked_at, settled)
    SELECT p.shop_id, t.parent_uid, p.created_at, 0 FROM florin_waiting_proofs p
    CROSS JOIN florin_transactions t WHERE t.shop_id = p.shop_id AND t.uid = p.uid`)
}

/** Fills a database that has the transactions, and one of each besides. */
const copyAll = async (bank: Databank, series: Series, made: Originals.Originals): Promise<void> => {
  const { begin, count } = series
  const counts = countsOf(series)
  const { hex } = expressions[bank.name]
  const uid = uidOf(bank, begin)
  const place = `${begin} + n * ${step}`
  const id = (prefix: string) => `'${prefix}_' || ${hex("n", 16)}`
  const ofShop = (name: string, value: string) => `shop_id = '${shopId}' AND ${name} = '${value}'`
  await copy(bank, {
    ...{ table: "notifications", where: ofShop("subject", made.payment), count },
    names: { [made.payment]: uid },
    own: {
      ...{ id: `'msg_' || ${uid}`, created_at: place, updated_at: place },
      attempts: "CASE WHEN n % 5000 = 7 THEN 2 ELSE 1 END",
      status: "CASE WHEN n % 200 = 3 THEN 'exhausted' WHEN n % 5000 = 7 THEN 'waiting' ELSE 'delivered' END"
    }
  })
  const [{ reference } = {}] = await bank.read("SELECT reference FROM florin_checkouts")
  await copy(bank, {
    ...{ table: "checkouts", where: ofShop("id", made.checkout), count: counts.checkouts, own: { place } },
    names: { [made.checkout]: hex("n", 64), [String(reference)]: uid, "order-of-checkout": "'checkout-' || n" }
  })
  const named = { [made.customer]: id("cst"), [made.subscription]: id("sbs"), "member-1": "'member-' || n" }
  await copy(bank, {
    ...{ table: "customers", where: ofShop("id", made.customer), count: counts.customers, own: { place } },
    names: { ...named, "marked@example.com": "'customer-' || n || '@example.com'" }
  })
  await copy(bank, {
    ...{ table: "subscriptions", where: ofShop("id", made.subscription), count: counts.subscriptions },
    ...{ names: named, own: { place } }
  })
  await copy(bank, {
    ...{ table: "cards", where: ofShop("token", made.card), count: counts.cards },
    names: { [made.card]: hex("n", 64), "marked-holder": "'c-' || n" },
    own: { created_at: place }
  })
  for (const [table, prefix, name] of [
    ["plans", "pln", made.plan],
    ["products", "prd", made.product]
  ] as const) {
    await copy(bank, {
      table,
      where: ofShop("id", name),
      count: few[table],
      names: { [name]: id(prefix) },
      own: { place }
    })
  }
  await copy(bank, {
    ...{ table: "coupons", where: ofShop("id", made.coupon), count: few.coupons, own: { place } },
    names: { [made.coupon]: "'COUPON' || n" }
  })
  await copy(bank, {
    ...{ table: "approvals", where: `id = '${made.payment}'`, count: few.approvals },
    names: { [made.payment]: uid },
    own: {
      state: "CASE WHEN n % 400 = 0 THEN 'waiting' ELSE 'used' END",
      document: `REPLACE(REPLACE(t.document, '${made.payment}', ${uid}), '"state":"waiting"',
        CASE WHEN n % 400 = 0 THEN '"state":"waiting"' ELSE '"state":"used"' END)`
    }
  })
  await copy(bank, {
    ...{ table: "audit", where: "actor = 'marked'", count: counts.audit },
    names: { [made.payment]: uid },
    own: {
      ...{
        id: uid.replace("-7000-8000-", "-7000-b000-"),
        at: place,
        actor: `'person-' || ((n / 7) % ${Originals.people})`
      },
      kind: "CASE WHEN n % 5000 = 0 THEN 'denied' WHEN n % 50 = 1 THEN 'sign-in' WHEN n % 5 = 2 THEN 'action' ELSE 'look' END",
      operation: `CASE WHEN n % 5000 = 0 THEN 'refund' WHEN n % 50 = 1 THEN 'sign-in' WHEN n % 20000 = 2 THEN 'correctTransfer'
        WHEN n % 5 = 2 THEN 'capture' WHEN n % 3 = 0 THEN 'searchTransactions' ELSE 'findStory' END`,
      shop_id: "CASE WHEN n % 50 = 1 OR n % 3 = 0 THEN NULL ELSE t.shop_id END"
    }
  })
  await proofs(bank, series, made, few.proofs)
  await doubts(bank, series)
}

/** Fills an empty database with the transactions of a series, and with what comes with them. */
export const fill = async (bank: Databank, series: Series): Promise<void> => {
  const made = await Originals.make(bank)
  await bank.bulk(async () => {
    await fillTransactions(bank, series)
    await copyAll(bank, series, made)
  })
  await bank.settle()
}
