// Bank transfers: made over HTTP, and what customers, banks and operators do about them in the sandbox.
import assert from "node:assert/strict"
import { createHash } from "node:crypto"
import { decided } from "@florin/core/commits/Commit"
import { newTransactionUid } from "@florin/core/ids/Ids"
import type { Transfer } from "@florin/core/transfers/Transfer"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { accepted } from "./acceptedTransfer.js"
import type { PayingShop, ShopName } from "./payingShop.js"

/** What a payment begins as. */
export interface Placed {
  readonly uid: string
  /** The customer's page. */
  readonly url: string
}

/** A transfer's document, as much of it as the tests look at. */
interface Shown {
  readonly uid: string
  readonly status: string
  readonly form?: { readonly action: string }
  readonly sbp_data?: { readonly target_card: string; readonly bank_type: string; readonly mark: string }
}

/** A document of 15 bytes. */
const receipt = Buffer.from("%PDF-1.4\n%%EOF\n")

const proof = (amount: number) => ({
  amount,
  currency: "RUB",
  document: {
    content_type: "application/pdf",
    file_name: "receipt.pdf",
    file_size: receipt.length,
    content: receipt.toString("base64"),
    checksum: createHash("sha256").update(receipt).digest("hex")
  }
})

const methods = { sbp: { type: "sbp" }, sbp_data: { type: "sbp_data", channel: "SBP" } } as const

export const transfersOf = (shop: PayingShop) => {
  const base = "/beyag/transactions"

  const shown = (path: string, body: object = {}, as?: ShopName) =>
    Effect.map(shop.post(path, body, as), ({ message, transaction }): Shown => {
      assert.ok(transaction, `${path}: ${message}`)
      return transaction
    })

  const order = { amount: 150_000, currency: "RUB", description: "Order 42" }

  /** A payment of 1,500 roubles, which its customer comes back from. */
  const pay = Effect.fnUntraced(function* (method: keyof typeof methods, more: object = {}, as?: ShopName) {
    const requested = { ...order, return_url: `${shop.shopUrl}/thanks?order=1`, method: methods[method], ...more }
    const made = yield* shown(`${base}/payments`, { request: requested }, as)
    return { ...made, url: made.form?.action ?? `${shop.baseUrl}/transfers/${made.uid}` }
  })

  /** Time passes, and what falls due on the way is done. From then on the clock stands. */
  const advance = (by: string) => shop.post("/sandbox/clock", { advance: by })

  /** One whose answer the bank loses. The gateway asks for it two seconds later. */
  const opening = (method: keyof typeof methods, more: object = {}) => pay(method, { description: "LATE", ...more })

  /** One that the bank does not open as it is: written into the store, where nobody asks about it. */
  const place = Effect.fnUntraced(function* (changes: Partial<Transfer>) {
    const uid = yield* newTransactionUid
    const { now } = yield* shop.get("/sandbox/clock")
    const transaction = accepted(uid, DateTime.unsafeMake(now as string), changes)
    const terms = { fingerprint: uid, trackingIds: [] }
    yield* shop.commit({
      name: "accept-charge",
      load: {},
      decide: () => decided([{ _tag: "InsertTransaction", transaction, terms }], undefined)
    })
    const placed: Placed = { uid, url: `${shop.baseUrl}/transfers/${uid}` }
    return placed
  })

  const recipient = { ...methods.sbp, account_number: "+79001234567", bank_code: "100000000111" }

  return {
    pay,
    opening,
    place,
    advance,
    /** The instant at this distance from that of the clock, as text. */
    after: (distance: Parameters<typeof DateTime.add>[1]) =>
      Effect.map(shop.get("/sandbox/clock"), ({ now }) =>
        DateTime.formatIso(DateTime.add(DateTime.unsafeMake(now as string), distance))
      ),
    prove: (uid: string) => shown(`${base}/${uid}/proof`, { request: proof(order.amount) }),
    refund: (uid: string, more: object = {}) =>
      shown(`${base}/refunds`, { request: { parent_uid: uid, reason: "Returned goods", ...more } }),
    payOut: (more: object = {}) =>
      shown(`${base}/payouts`, { request: { ...order, amount: 500_000, method: recipient, ...more } }),
    /** The customer pays at the bank. */
    pays: (uid: string, payment: object = {}) => shown(`/sandbox/transfers/${uid}/pay`, payment),
    completes: (uid: string) => shown(`/sandbox/payouts/${uid}/complete`)
  }
}
