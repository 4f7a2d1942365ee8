/** One of each that people look up besides transactions, really made: what `records.ts` copies. */
import { createHash } from "node:crypto"
import * as Commit from "@florin/core/commits/Commit"
import { Currency } from "@florin/core/money/Currency"
import { PersonId } from "@florin/core/people/Actor"
import { allGrants } from "@florin/core/people/Role"
import * as ApprovalRules from "@florin/core/people-operations/ApprovalRules"
import { Audit } from "@florin/core/people-operations/Audit"
import { People } from "@florin/core/people-operations/People"
import { TransferProgress, type TransferProvider } from "@florin/core/transfers/TransferProvider"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { createFlorin, type Florin as Host } from "florin"
import { type Databank, placeOf } from "./databank.js"
import * as Florin from "./florin.js"
import { basic, body, card, secret, shopId } from "./orders.js"

const baseUrl = "https://pay.example"

/** How many people there are, each named so with a number. */
export const people = 200
export const personOf = (number: number): string => `person-${number % people}`

const rejected = TransferProgress.Rejected({ report: { refId: null, message: null }, reason: "provider" })

/** Refuses every payment at once, so that it can be proven. */
const refusing: TransferProvider = {
  ...{ gatewayId: 9, name: "refusing", simulated: false },
  perform: () => Effect.succeed(rejected),
  status: () => Effect.succeed(rejected)
}

const pdf = Buffer.from("%PDF-1.4\nA proof")

const proof = {
  ...{ amount: 100_000, currency: "RUB" },
  document: {
    ...{ content_type: "application/pdf", file_name: "proof.pdf", file_size: pdf.length },
    ...{ content: pdf.toString("base64"), checksum: createHash("sha256").update(pdf).digest("hex") }
  }
}

const transfer = {
  ...{ amount: 100_000, currency: "RUB", description: "An order", return_url: "https://shop.example" },
  method: { type: "sbp_data", channel: "SBP" }
}

const form = {
  ...{ method: "credit_card", after: "0", number: card.number, expiry: "12/35" },
  ...{ code: card.verification_value, holder: card.holder }
}

/** What a host answers to a shop, as a document. */
const asking = ({ fetch }: Host) => {
  const sent = async (path: string, init: RequestInit): Promise<string> => {
    const answer = await fetch(new Request(`${baseUrl}${path}`, { method: "POST", ...init }))
    const text = await answer.text()
    if (answer.status >= 400) throw new Error(`${path} was answered ${answer.status}: ${text}`)
    return text
  }
  const headers = { authorization: basic(shopId), "content-type": "application/json" }
  return {
    post: async (path: string, document: object) =>
      JSON.parse(await sent(path, { headers, body: JSON.stringify(document) })),
    pay: (token: string) =>
      sent("/checkout", {
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams({ token, ...form }).toString()
      })
  }
}

/** Through HTTP, as a shop does. */
const byShop = async (bank: Databank) => {
  const florin = await createFlorin({
    ...placeOf(bank),
    ...{ dueWork: false, keys: Florin.ring, baseUrl },
    ...{ acquirers: [Florin.atOnce], transferProviders: [refusing] },
    shops: [{ id: shopId, secretKey: secret }]
  })
  try {
    const { pay, post } = asking(florin)
    const notified = { ...body(2).request, notification_url: "https://shop.example/webhooks" }
    const { transaction } = await post("/transactions/payments", { request: notified })
    const order = { ...{ amount: 1003, currency: "EUR" }, description: "An order", tracking_id: "order-of-checkout" }
    const { checkout } = await post("/ctp/api/checkouts", {
      checkout: { transaction_type: "payment", order, settings: { success_url: "https://shop.example/paid" } }
    })
    await pay(checkout.token)
    const every = { amount: 1000, interval: 1, interval_unit: "month" }
    const plan = await post("/plans", { title: "A plan", currency: "EUR", plan: every })
    const customer = await post("/customers", { email: "marked@example.com", ip: "203.0.113.7" })
    const subscription = await post("/subscriptions", {
      ...{ plan: { id: plan.id }, customer: { id: customer.id }, card, tracking_id: "member-1" }
    })
    const coupon = await post("/coupons", { code: "MARKEDCOUPON", percent_off: 2500, duration: "cycles:3" })
    const product = await post("/products", {
      ...{ name: "Poster", description: "A poster", currency: "EUR", amount: 1995 },
      return_url: "https://shop.example/thanks"
    })
    const saved = { number: card.number, holder: card.holder, exp_month: card.exp_month, exp_year: card.exp_year }
    const kept = await post("/v2/credit_cards", { request: { ...saved, customer: { external_id: "marked-holder" } } })
    const { transaction: unpaid } = await post("/beyag/transactions/payments", { request: transfer })
    const { transaction: proving } = await post(`/beyag/transactions/${unpaid.uid}/proof`, { request: proof })
    return {
      payment: transaction.uid as string,
      checkout: checkout.token as string,
      ...{ plan: plan.id, customer: customer.id, subscription: subscription.id, coupon: coupon.id ?? coupon.code },
      ...{ product: product.id, card: kept.token ?? kept.credit_card?.token, unpaid: unpaid.uid, proof: proving.uid }
    } as const
  } finally {
    await florin.close()
  }
}

/** By the services that the console calls: people, an entry of the audit, a request that waits for a second person. */
const byPeople = async (bank: Databank, payment: string): Promise<void> => {
  const runtime = ManagedRuntime.make(Florin.onDemand(bank.store))
  const making = Effect.gen(function* () {
    const { add } = yield* People
    for (let number = 0; number < people; number++) {
      yield* add(allGrants, PersonId.make(personOf(number)), { place: "everywhere", role: "operate" })
    }
    const actor = { id: PersonId.make("marked"), entrance: "session", address: "203.0.113.7" } as const
    const act = { actor, kind: "action", operation: "refund", shop: shopId as never, subject: payment } as const
    yield* (yield* Audit).note(act)
    const moving = { operation: "refund", shop: shopId as never, subject: null, request: "{}" }
    const money = { amount: 1000 as never, currency: Currency.make("EUR") }
    const approval = ApprovalRules.newApproval(payment as never, { ...moving, ...money }, actor.id, yield* DateTime.now)
    const write = Commit.commitUnguarded(yield* Commit.CommitStore)
    yield* write(Commit.writing("approval-change", [{ _tag: "InsertApproval", approval }], undefined))
  })
  try {
    await runtime.runPromise(making)
  } finally {
    await runtime.dispose()
  }
}

/** The names of what was made. */
export const make = async (bank: Databank) => {
  const made = await byShop(bank)
  await byPeople(bank, made.payment)
  return made
}

export type Originals = Awaited<ReturnType<typeof make>>
