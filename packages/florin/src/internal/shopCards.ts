/** A shop's card operations over those of the gateway. */
import { Cards, type Operation } from "@florin/core/card-operations/Cards"
import type { Decoder } from "@florin/wire/Requests"
import * as Requests from "@florin/wire/Requests"
import * as Effect from "effect/Effect"
import type * as Face from "../cards.js"
import type { Answering } from "./calls.js"
import { toCardWire } from "./camelCase.js"
import { keyed } from "./keyed.js"
import type { Effectful } from "./twoFaces.js"

type Services = Cards["Type"]

export const make = (answer: Answering): Effectful<Face.ShopCards> => {
  const call =
    <Request>(name: string, decoder: Decoder<Request>, operationOf: (services: Services) => Operation<Request>) =>
    (said: object, options?: Face.CallOptions) => {
      const answered = answer<{ readonly transaction: never }>("transaction", (shop) =>
        Effect.gen(function* () {
          const operation = operationOf(yield* Cards)
          const request = { request: toCardWire(said) }
          const ran = keyed({ shop, name, request, options }, (print) =>
            Effect.flatMap(decoder(request), (decoded) => operation(shop, decoded, print))
          )
          return (yield* ran).document
        })
      )
      return Effect.map(answered, ({ transaction }) => transaction)
    }

  return {
    authorize: call("authorize", Requests.authorization, ({ authorize }) => authorize),
    pay: call("pay", Requests.payment, ({ pay }) => pay),
    tokenize: call("tokenize", Requests.tokenization, ({ tokenize }) => tokenize),
    capture: call("capture", Requests.capture, ({ capture }) => capture),
    void: call("void", Requests.void, (services) => services.void),
    refund: call("refund", Requests.refund, ({ refund }) => refund),
    credit: call("credit", Requests.credit, ({ credit }) => credit),
    payOut: call("payOut", Requests.payout, ({ payOut }) => payOut)
  }
}
