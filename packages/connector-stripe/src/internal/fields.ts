/** Stripe's own card fields, for the page of an order. Source: D58; Stripe's documents, "Integration security guide". */
import type { ProviderFields } from "@florin/core/cards/ProviderFields"
import { apiUrl } from "./options.js"

const origins = {
  script: "https://js.stripe.com/v3/",
  scripts: ["https://*.js.stripe.com"],
  frames: ["https://js.stripe.com", "https://*.js.stripe.com", "https://hooks.stripe.com"],
  connects: ["https://api.stripe.com"]
}

/** All of a fake comes from its own address. */
const ofFake = (origin: string): typeof origins => ({
  script: `${origin}/v3/`,
  scripts: [],
  frames: [origin],
  connects: [origin]
})

/** The element of Stripe.js for a whole card, and the payment method that it makes. */
const mount = (publishableKey: string): string => `(place, language) => {
  const stripe = Stripe(${JSON.stringify(publishableKey)}, { locale: language })
  const card = stripe.elements({ locale: language }).create("card", { hidePostalCode: true })
  card.mount(place)
  return {
    token: async () => {
      const { error, paymentMethod } = await stripe.createPaymentMethod({ type: "card", card })
      return error ? { fault: error.message } : { value: paymentMethod.id }
    }
  }
}`

/** `baseUrl`: that of the API, or of a fake. */
export const fieldsOf = (publishableKey: string, baseUrl: string): ProviderFields => ({
  ...(baseUrl === apiUrl ? origins : ofFake(new URL(baseUrl).origin)),
  mount: mount(publishableKey)
})
