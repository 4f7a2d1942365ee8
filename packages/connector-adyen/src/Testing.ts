/** A fake of Adyen, for tests of hosts and beside `npm start`. Source: D55. */
import type { StartedFake, StartFake } from "@florin/core/cards/AcquirerConnector"
import * as Effect from "effect/Effect"
import { revealed } from "./internal/secrets.js"
import * as AdyenFake from "./testing/AdyenFake.js"

export * from "./testing/AdyenFake.js"

/** Starts the fake beside a server, on the clock of the fiber that starts it. */
export const startFake: StartFake = ({ notificationUrl }) =>
  Effect.map(
    AdyenFake.make({ notify: notificationUrl }),
    ({ apiKey, baseUrl, hmacKey, merchantAccount }): StartedFake => ({
      settings: {
        API_KEY: revealed(apiKey),
        MERCHANT_ACCOUNT: merchantAccount,
        HMAC_KEYS: revealed(hmacKey),
        BASE_URL: baseUrl
      },
      usual: { THREE_D_SECURE: "redirect" },
      url: new URL(baseUrl).origin,
      cards: [
        "4111 1111 1111 1111, code 737  is approved",
        "4212 3456 7890 1237, code 737  asks its customer for 3-D Secure",
        "A holder named DECLINED, NOT_ENOUGH_BALANCE or CVC_DECLINED is declined so"
      ]
    })
  )
