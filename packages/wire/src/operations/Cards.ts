/** Card operations. Source: D1, D10, D11. */
import { type CardOperation, Cards } from "@florin/core/card-operations/Cards"
import * as Samples from "../internal/cardSamples.js"
import * as Requests from "../Requests.js"
import * as Schemas from "../Schemas.js"
import { type Call, kept } from "./Operation.js"
import { ofCards } from "./RefusalForm.js"

type Services = Cards["Type"]

const ordered = <Request, Type extends keyof typeof Schemas.requests>(
  type: Type,
  decode: Requests.Decoder<Request>,
  of: (services: Services) => CardOperation<Request>
) => ({
  ...({ group: "cards", permission: "shop", record: "transaction", form: ofCards, member: "transaction" } as const),
  body: { schema: Schemas.requests[type], decode, isWrapped: true } as const,
  answer: Schemas.answers[type],
  example: () => ({
    request: Samples.requests[type],
    answer: Samples.documentOf<never>(Samples.transaction(type))
  }),
  uses: Cards,
  run: (services: Services, { key, request, shop }: Call<never, Request>) => of(services)(shop, request, key)
})

export const cardOperations = {
  authorize: kept({
    ...ordered("authorization", Requests.authorization, ({ authorize }) => authorize),
    name: "authorize",
    id: "authorize",
    at: "POST /transactions/authorizations",
    title: "Authorization",
    description:
      "Holds an amount on a card without charging it. A capture or a void follows; what is not captured within 7 days, or by expired_at, is released."
  }),
  pay: kept({
    ...ordered("payment", Requests.payment, ({ pay }) => pay),
    name: "pay",
    id: "pay",
    at: "POST /transactions/payments",
    title: "Payment",
    description: "Charges a card in one step."
  }),
  tokenize: kept({
    ...ordered("tokenization", Requests.tokenization, ({ tokenize }) => tokenize),
    name: "tokenize",
    id: "tokenize",
    at: "POST /transactions/tokenizations",
    title: "Tokenization",
    description: "Turns card details into a token for later requests. No money moves."
  }),
  capture: kept({
    ...ordered("capture", Requests.capture, ({ capture }) => capture),
    name: "capture",
    id: "capture",
    at: "POST /transactions/captures",
    title: "Capture",
    description: "Charges a held amount, wholly or in part."
  }),
  void: kept({
    ...ordered("void", Requests.void, (services) => services.void),
    name: "void",
    id: "void",
    at: "POST /transactions/voids",
    title: "Void",
    description: "Cancels a held amount, wholly or in part."
  }),
  refund: kept({
    ...ordered("refund", Requests.refund, ({ refund }) => refund),
    name: "refund",
    id: "refund",
    at: "POST /transactions/refunds",
    title: "Refund",
    description: "Returns the amount of a payment or capture, wholly or in part."
  }),
  credit: kept({
    ...ordered("credit", Requests.credit, ({ credit }) => credit),
    name: "credit",
    id: "credit",
    at: "POST /transactions/credits",
    title: "Credit",
    description: "Pays out to a saved card."
  }),
  payOut: kept({
    ...ordered("payout", Requests.payout, ({ payOut }) => payOut),
    name: "payOut",
    id: "payOut",
    at: "POST /transactions/payouts",
    title: "Payout",
    description: "Pays out to a card."
  })
}
