/** What merchants order, as the bodies of the interface, and how one order after another is drawn from a seed. */
import { createHash } from "node:crypto"
import type { CardTransactionType } from "@florin/core/cards/CardTransaction"
import type { Random } from "./Random.js"

const recipient = { number: "4200000000000000", exp_month: "12", exp_year: "2099" }

/** A card that every scripted party takes. */
export const card = { ...recipient, verification_value: "7391", holder: "Jane Doe" }

/** Has a saved card serve for everything. */
export const contract = { additional_data: { contract: ["recurring", "credit"] } }

/** An authorization, payment or tokenization; also a credit, which needs the token of a card. */
export const charge = (amount: number, more: object = {}) => ({
  amount,
  currency: "EUR",
  description: "An order",
  credit_card: card,
  ...more
})

/** A payout to a card. */
export const payOut = (amount: number, more: object = {}) => ({
  amount,
  currency: "EUR",
  description: "A payout",
  recipient_credit_card: recipient,
  ...more
})

/** A capture, void or refund of a transaction. */
export const child = (parent: string, amount: number, more: object = {}) => ({ parent_uid: parent, amount, ...more })

/** What may follow a successful transaction of a type. */
export const following = { authorization: ["capture", "void"], payment: ["refund"], capture: ["refund"] } as const

/** A transaction that others may follow. */
export interface Parent {
  readonly uid: string
  readonly type: string
  readonly amount: number
}

/** What the merchant knows when it orders. */
export interface Known {
  readonly parents: ReadonlyArray<Parent>
  /** Tokens of saved cards. */
  readonly tokens: ReadonlyArray<string>
}

export interface Drawn {
  readonly type: CardTransactionType
  readonly amount: number
  readonly parent?: string
  /** What stands under `request` in the body. */
  readonly request: object
}

export interface Options {
  readonly random: Random
  readonly known: Known
  /** The amount of a charge or a payout. */
  readonly amount: () => number
  /** The number of a card that is not saved. Default: always the same. */
  readonly number?: () => string
  /** A provider's token in the place of a card that is not saved. Default: never. */
  readonly providerToken?: () => object | undefined
  /** What else an order of this type carries. Default: nothing. */
  readonly more?: (type: CardTransactionType) => object
}

const drawnChild = ({ known, more = () => ({}), random }: Options): Drawn => {
  const parent = random.pick(known.parents)
  const type = random.pick<"capture" | "void" | "refund">(following[parent.type as keyof typeof following])
  const whole = parent.amount
  // In part, in whole, and more than there is.
  const amount = random.pick([whole, whole, Math.ceil(whole / 2), Math.ceil(whole / 3), whole + 1])
  const reason = type === "refund" ? { reason: "Returned" } : {}
  return { type, amount, parent: parent.uid, request: child(parent.uid, amount, { ...reason, ...more(type) }) }
}

const drawnPayOut = ({ amount: next, known, more = () => ({}), number = () => card.number }: Options): Drawn => {
  const amount = next()
  const [token] = known.tokens
  if (token !== undefined) {
    return { type: "credit", amount, request: charge(amount, { credit_card: { token }, ...more("credit") }) }
  }
  const recipient_credit_card = { ...recipient, number: number() }
  return { type: "payout", amount, request: payOut(amount, { recipient_credit_card, ...more("payout") }) }
}

const drawnCharge = (options: Options): Drawn => {
  const { amount: next, known, more = () => ({}), number, providerToken: token = () => undefined, random } = options
  const type = random.weighted({ authorization: 5, payment: 3, tokenization: 1 })
  const amount = next()
  const isSaved = type !== "tokenization" && known.tokens.length > 0 && random.chance(0.3)
  const typed = () => ({ ...card, number: number?.() ?? card.number })
  const provided = isSaved ? undefined : token()
  const unsaved = () => (provided === undefined ? typed() : { provider_token: provided })
  const credit_card = isSaved ? { token: random.pick(known.tokens) } : unsaved()
  const saving = type === "tokenization" ? contract : {}
  return { type, amount, request: charge(amount, { credit_card, ...saving, ...more(type) }) }
}

/** The next order: a charge, what follows one, or a payout. */
export const draw = (options: Options): Drawn => {
  const kind = options.random.weighted({ charge: 5, child: 5, payOut: 1 })
  if (kind === "child" && options.known.parents.length > 0) return drawnChild(options)
  return kind === "payOut" ? drawnPayOut(options) : drawnCharge(options)
}

/** A payment by bank transfer: by `sbp_data`, within 15 minutes, or by `sbp`. */
export const transferPayment = (amount: number, method: "sbp" | "sbp_data", more: object = {}) => ({
  amount,
  currency: "RUB",
  description: "An order",
  return_url: "https://shop.example",
  method: method === "sbp" ? { type: method } : { type: method, channel: "SBP" },
  ...more
})

/** A payout by bank transfer. Unit of the amount: kopecks, in whole roubles. */
export const transferPayout = (amount: number, more: object = {}) => ({
  amount,
  currency: "RUB",
  description: "A payout",
  method: { type: "sbp", account_number: "+7 (900) 555-35-35", bank_code: "100000000004" },
  ...more
})

/** A refund of a payment by bank transfer. */
export const transferRefund = (parent: string, amount: number, more: object = {}) => ({
  parent_uid: parent,
  amount,
  reason: "Returned",
  ...more
})

const receipt = Buffer.from("%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\n%%EOF\n")

/** The proof of a payment, with a receipt of the bank. Unit of the amount: kopecks, in whole roubles. */
export const proof = (amount: number, more: object = {}) => ({
  amount,
  currency: "RUB",
  document: {
    content_type: "application/pdf",
    file_name: "receipt.pdf",
    file_size: receipt.length,
    content: receipt.toString("base64"),
    checksum: createHash("sha256").update(String(amount)).digest("hex")
  },
  ...more
})
