/** The brake against trying cards, for apps that pay orders by the token or the public key alone. Source: D47, D51. */
import type { CheckoutPaymentRequest } from "@florin/core/checkouts/CheckoutPaymentRequest"
import { ofCheckoutPayments } from "@florin/wire/operations/RefusalForm"
import * as Effect from "effect/Effect"
import * as Brake from "../transport/brake.js"
import type { Reply } from "../transport/exchange.js"
import type { Around } from "./operationHandlers.js"

const tooMany: Reply = {
  ...ofCheckoutPayments.invalid([{ path: [], sentence: "Too many cards were tried. Try again later" }]),
  status: 429
}

/** What was refused has not been tried. */
const outcomeOf = ({ body, status }: Reply): ReturnType<typeof Brake.outcomeOf> =>
  status === 200 ? Brake.outcomeOf(JSON.parse(body).response.status) : Brake.outcomeOf(undefined)

export const make = Effect.map(
  Brake.Brake,
  ({ attempt }): Around =>
    (visit, request, work) => {
      if (visit.isGuest !== true) return work
      const { token } = request as CheckoutPaymentRequest
      const one = { page: token, work, outcomeOf: (reply: Reply) => Effect.succeed(outcomeOf(reply)) }
      return Effect.map(attempt(visit, one), (done) =>
        done instanceof Brake.Braked ? Brake.after(done)(tooMany) : done
      )
    }
)
