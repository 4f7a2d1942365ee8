// Rubline: `PUT /v1/transfers/{key}` does it once, `GET /v1/transfers/{key}` says how it stands, `GET /v1/transfers` what has moved.
import { createHmac } from "node:crypto"
import { AcquirerKey } from "@florin/core/ids/Ids"
import type { Amount } from "@florin/core/money/Amount"
import type { Movement } from "@florin/core/money/Movement"
import type { TransferAnswer, TransferProgress, TransferStatus } from "@florin/core/transfers/TransferProvider"
import * as Ledger from "@florin/sandbox/Ledger"
import * as SandboxBank from "@florin/sandbox/SandboxBank"
import { banks } from "@florin/sandbox/SandboxBanks"
import * as SandboxDatabase from "@florin/sandbox/SandboxDatabase"
import { payment, payout, refund } from "@florin/testing/transfers/TransferRequests"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { type Reply, type Requested, serving } from "./serving.js"

/** What the bank is asked to do. */
interface Transfer {
  readonly kind: "payment" | "refund" | "payout"
  readonly method: "qr" | "phone"
  readonly amount: number
  readonly text: string
  readonly parent: string
  readonly account: string
  readonly bank: string
  readonly valid_until?: string
}

const root = "/v1/transfers"
const keyOf = (path: string): AcquirerKey => AcquirerKey.make(path.slice(root.length + 1))

const requestOf = ({ body: { account, amount, bank, kind, method, parent, text }, path }: Requested<Transfer>) => {
  const order = { amount, key: keyOf(path), description: text, reason: text }
  switch (kind) {
    case "payment":
      return payment(method === "qr" ? "sbp" : "sbp_data", order)
    case "refund":
      return refund(AcquirerKey.make(parent), order)
    case "payout":
      return payout({ account, bankCode: bank }, order)
  }
}

/** A transfer in the bank's words. */
const shown = (progress: TransferProgress, now: DateTime.Utc): object => {
  const about = { number: progress.report.refId, text: progress.report.message, now: DateTime.formatIso(now) }
  switch (progress._tag) {
    case "Waiting": {
      const { order } = progress
      const { account: phone, bank, mark, payload: link } = order ?? {}
      return { ...about, state: "open", order: order && { link, phone, mark, bank } }
    }
    case "Paid":
      return { ...about, state: "paid", amount: progress.amount, paid_at: DateTime.formatIso(progress.paidAt) }
    case "Rejected":
      return { ...about, state: "refused", code: progress.reason === "account-funds" ? "no_money" : "other" }
  }
}

const replyOf = (answer: TransferAnswer | TransferStatus, now: DateTime.Utc): Reply => {
  switch (answer._tag) {
    case "Waiting":
    case "Paid":
    case "Rejected":
      return { status: 200, body: shown(answer, now) }
    case "NotFound":
      return { status: 404, body: { error: "unknown_transfer" } }
    case "NoAnswer":
    case "NotSent":
    case "Unknown":
      return "lost"
  }
}

const kinds: Partial<Record<Movement["kind"], Transfer["kind"]>> = { transfer: "payment", refund: "refund" }

/** One movement a page. */
const paged = (movements: ReadonlyArray<Movement>, after: string): Reply => {
  const place = Number(after)
  const transfers = movements.slice(place, place + 1).map(({ amount, at, currency, key, kind }) => {
    return { key, kind: kinds[kind] ?? "payout", amount, currency, paid_at: DateTime.formatIso(at) }
  })
  return { status: 200, body: { transfers, next: place + 1 < movements.length ? String(place + 1) : null } }
}

const amounting = (amount: Amount | undefined) => (amount === undefined ? {} : { amount })

export const webhookSecret = Redacted.make("a-secret-for-webhooks")

export interface Webhook {
  readonly body: string
  readonly signature: string
}

export const signed = (body: string): Webhook => ({
  body,
  signature: createHmac("sha256", Redacted.value(webhookSecret)).update(body).digest("hex")
})

/** The bank and its books, and what its customers and other banks do. */
export const rubline = Effect.gen(function* () {
  const { complete, fail, pay, provider } = yield* SandboxBank.SandboxBank
  const transfers: Array<Transfer> = []

  const listed = (path: string) => {
    const query = new URLSearchParams(path.slice(root.length))
    const at = (name: string) => DateTime.unsafeMake(query.get(name) ?? "")
    return Effect.map(Effect.orDie(provider.movements!({ from: at("from"), to: at("to") })), (movements) =>
      paged(movements, query.get("after") ?? "")
    )
  }

  const transferred = (requested: Requested<Transfer>): Effect.Effect<Reply> => {
    if (requested.method === "PUT") transfers.push(requested.body)
    const answer: Effect.Effect<TransferAnswer | TransferStatus> =
      requested.method === "PUT"
        ? Effect.flatMap(requestOf(requested), provider.perform)
        : provider.status(keyOf(requested.path))
    return Effect.zipWith(answer, DateTime.now, replyOf)
  }

  const served = yield* serving<Transfer>((requested) =>
    Effect.runPromise(requested.path.startsWith(`${root}?`) ? listed(requested.path) : transferred(requested))
  )
  const tell = (key: AcquirerKey) => (progress: TransferProgress) =>
    Effect.map(DateTime.now, (now) => signed(JSON.stringify({ key, transfer: shown(progress, now) })))
  return {
    options: { ...served, banks: new Set(banks.map(({ code }) => code)) },
    transfers,
    /** Each answers with the webhook that follows. */
    pay: (key: AcquirerKey, amount?: Amount, more: { readonly paidAt?: DateTime.Utc } = {}) =>
      Effect.flatMap(pay(key, { ...amounting(amount), ...more }), tell(key)),
    complete: (key: AcquirerKey, amount?: Amount) => Effect.flatMap(complete(key, amounting(amount)), tell(key)),
    refuse: (key: AcquirerKey) => Effect.flatMap(fail(key, {}), tell(key))
  }
}).pipe(
  Effect.provide(Layer.provideMerge(SandboxBank.layer(), Layer.provideMerge(Ledger.layer, SandboxDatabase.layerMemory)))
)
