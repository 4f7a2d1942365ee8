/** The fake of Checkout.com, for tests of hosts without a network, and beside a server that is tried. Source: D55. */
import type { StartedFake, StartFake } from "@florin/core/cards/AcquirerConnector"
import * as Effect from "effect/Effect"
import { revealed } from "./internal/secrets.js"
import * as CheckoutFake from "./testing/CheckoutFake.js"

export * from "./testing/CheckoutFake.js"

/** Starts the fake beside a server, on the clock of the fiber that starts it. */
export const startFake: StartFake = ({ notificationUrl }) =>
  Effect.gen(function* () {
    const fake = yield* CheckoutFake.make()
    yield* fake.subscribe(notificationUrl)
    return {
      settings: {
        API_KEY: revealed(fake.secretKey),
        BASE_URL: fake.url,
        SIGNATURE_KEY: revealed(fake.signatureKey),
        WEBHOOK_AUTHORIZATION: revealed(fake.authorization)
      },
      usual: { THREE_D_SECURE: "true" },
      url: fake.url,
      cards: [
        ...CheckoutFake.cardLines,
        `A token of one of them: POST ${fake.url}/tokens, with Authorization: ${fake.publicKey}`
      ]
    } satisfies StartedFake
  })
