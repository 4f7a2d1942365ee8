/** Card operations. Source: D1, D10, D11. */
import { type CardOperation, Cards } from "@florin/core/card-operations/Cards"
import * as CardRequest from "@florin/core/cards/CardRequest"
import * as ChildRequest from "@florin/core/cards/ChildRequest"
import { given } from "@florin/core/request/Given"
import type * as Schema from "effect/Schema"
import type { Target } from "../EncryptedCards.js"
import * as Samples from "../internal/cardSamples.js"
import * as Requests from "../Requests.js"
import { type Call, kept } from "./Operation.js"
import { ofCards } from "./RefusalForm.js"

type Services = Cards["Type"]

const ordered = <Request>(
  type: keyof typeof Samples.requests,
  schema: Schema.Schema.Any,
  decode: Requests.Decoder<Request>,
  of: (services: Services) => CardOperation<Request>,
  encrypted?: Target
) => ({
  ...({ group: "cards", permission: "shop", record: "transaction", form: ofCards, member: "transaction" } as const),
  body: { schema, decode, wrapper: "request" as const, ...given({ encrypted }) },
  example: () => ({
    request: Samples.requests[type],
    answer: Samples.documentOf<never>(Samples.transaction(type))
  }),
  uses: Cards,
  run: (services: Services, { key, request, shop }: Call<never, Request>) => of(services)(shop, request, key)
})

export const cardOperations = {
  authorize: kept({
    ...ordered(
      "authorization",
      CardRequest.ChargeRequest,
      Requests.authorization,
      ({ authorize }) => authorize,
      "credit_card"
    ),
    answer: "AuthorizationDocument",
    role: "nobody",
    name: "authorize",
    id: "authorize",
    at: "POST /transactions/authorizations",
    title: "Authorization",
    description:
      "Holds an amount on a card without charging it. A capture or a void follows; what is not captured within 7 days, or by expired_at, is released."
  }),
  pay: kept({
    ...ordered("payment", CardRequest.ChargeRequest, Requests.payment, ({ pay }) => pay, "credit_card"),
    answer: "PaymentDocument",
    role: "nobody",
    name: "pay",
    id: "pay",
    at: "POST /transactions/payments",
    title: "Payment",
    description: "Charges a card in one step."
  }),
  charge: kept({
    ...ordered("payment", CardRequest.ChargeRequest, Requests.payment, (services) => services.charge, "credit_card"),
    answer: "ServiceChargeDocument",
    example: () => ({
      request: Samples.requests.payment,
      answer: Samples.documentOf<never>(Samples.transaction("payment", { shownAs: "charge" }))
    }),
    role: "nobody",
    name: "charge",
    id: "charge",
    at: "POST /services/credit_cards/charges",
    title: "Charge",
    description: "A payment whose documents call it a charge, as some clients of this family expect.",
    // Hosts have pay.
    isHttpOnly: true
  }),
  tokenize: kept({
    ...ordered(
      "tokenization",
      CardRequest.TokenizationRequest,
      Requests.tokenization,
      ({ tokenize }) => tokenize,
      "credit_card"
    ),
    answer: "TokenizationDocument",
    role: "nobody",
    name: "tokenize",
    id: "tokenize",
    at: "POST /transactions/tokenizations",
    title: "Tokenization",
    description: "Turns card details into a token for later requests. No money moves."
  }),
  capture: kept({
    ...ordered("capture", ChildRequest.CaptureOrVoidRequest, Requests.capture, ({ capture }) => capture),
    answer: "CaptureDocument",
    moves: ({ request }) => ({ uid: request.parentUid, amount: request.amount }),
    name: "capture",
    id: "capture",
    at: "POST /transactions/captures",
    title: "Capture",
    description: "Charges a held amount, wholly or in part."
  }),
  void: kept({
    ...ordered("void", ChildRequest.CaptureOrVoidRequest, Requests.void, (services) => services.void),
    answer: "VoidDocument",
    name: "void",
    id: "void",
    at: "POST /transactions/voids",
    title: "Void",
    description: "Cancels a held amount, wholly or in part."
  }),
  refund: kept({
    ...ordered("refund", ChildRequest.RefundRequest, Requests.refund, ({ refund }) => refund),
    answer: "RefundDocument",
    moves: ({ request }) => ({ uid: request.parentUid, amount: request.amount }),
    name: "refund",
    id: "refund",
    at: "POST /transactions/refunds",
    title: "Refund",
    description: "Returns the amount of a payment or capture, wholly or in part."
  }),
  credit: kept({
    ...ordered("credit", CardRequest.CreditRequest, Requests.credit, ({ credit }) => credit),
    answer: "CreditDocument",
    moves: ({ request: { amount, currency } }) => ({ amount, currency }),
    name: "credit",
    id: "credit",
    at: "POST /transactions/credits",
    title: "Credit",
    description: "Pays out to a saved card."
  }),
  payOut: kept({
    ...ordered("payout", CardRequest.CardPayoutRequest, Requests.payout, ({ payOut }) => payOut),
    answer: "PayoutDocument",
    role: "nobody",
    name: "payOut",
    id: "payOut",
    at: "POST /transactions/payouts",
    title: "Payout",
    description: "Pays out to a card."
  })
}
