/** Transactions as core would have stored them. */
import { type AcquirerReport, noReport } from "@florin/core/cards/AcquirerReport"
import { parse } from "@florin/core/cards/CardNumber"
import type { ChargeRequest, CreditRequest, TokenizationRequest } from "@florin/core/cards/CardRequest"
import type { CardTransaction, ShownCard } from "@florin/core/cards/CardTransaction"
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import { parentUid, token, visa } from "./samples.js"

export const uid = "01890a5d-ac96-774b-bcce-b302099a8058"
export const at = (text: string) => DateTime.unsafeMake(text)

export const shownCard: ShownCard = {
  facts: Option.getOrThrow(parse(visa)).facts,
  holder: "John Doe",
  expMonth: 5,
  expYear: 2030,
  stamp: "ab".repeat(32) as ShownCard["stamp"],
  token: token as ShownCard["token"],
  product: null,
  issuerCountry: null,
  issuerName: null,
  tokenProvider: null
}

export const report: AcquirerReport = {
  ...noReport,
  authCode: "654321",
  bankCode: "05",
  rrn: "999",
  refId: "777888"
}

const base = {
  shop: "shop-1" as CardTransaction["shop"],
  uid: uid as CardTransaction["uid"],
  status: "successful",
  reason: null,
  amount: 3245 as CardTransaction["amount"],
  currency: "USD" as CardTransaction["currency"],
  test: false,
  language: "en",
  details: {},
  recurringType: null,
  routing: "skipped",
  gatewayId: 7,
  acquirerKey: uid as CardTransaction["acquirerKey"],
  report,
  createdAt: at("2029-01-02T03:04:05.006Z"),
  updatedAt: at("2029-01-02T03:04:06Z"),
  paidAt: at("2029-01-02T03:04:06Z"),
  expiredAt: null,
  closedAt: null,
  settledAt: null,
  manuallyCorrectedAt: null,
  version: 2
} as const

export const charge = (parts: Partial<CardTransaction> & Pick<CardTransaction, "type">): CardTransaction => ({
  ...base,
  description: "Order 17",
  card: shownCard,
  ...parts
})

export const childOf = (parts: Partial<CardTransaction> & Pick<CardTransaction, "type">): CardTransaction => ({
  ...base,
  parentUid: parentUid as CardTransaction["uid"],
  ...parts
})

/** What core keeps of a request when it accepts it. */
export const accepted = (
  type: "authorization" | "payment" | "tokenization" | "credit",
  request: ChargeRequest | TokenizationRequest | CreditRequest
): CardTransaction => {
  const { amount, creditCard, currency, description, language, test, trackingId, ...rest } = request
  const { expiredAt, ...details } = rest as Omit<ChargeRequest, "creditCard">
  return charge({
    type,
    amount,
    currency,
    description,
    ...(trackingId === undefined ? {} : { trackingId }),
    test: test ?? false,
    language: language ?? "en",
    expiredAt: expiredAt ?? null,
    details,
    card: creditCard._tag === "CardData" ? { ...shownCard, facts: creditCard.number.facts } : shownCard
  })
}
