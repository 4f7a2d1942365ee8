/** Stripe, chosen and configured by settings alone. Source: D54. */
import type { AcquirerConnector, GivenSettings, UnusableSetting } from "@florin/core/cards/AcquirerConnector"
import * as Either from "effect/Either"
import { check, defaultGatewayId, type Options } from "./internal/options.js"
import { severalSecrets } from "./internal/secrets.js"
import { checking, connecting } from "./internal/service.js"
import { takesNumbers } from "./internal/takesNumbers.js"

/** The settings that options are made of. */
const names: Readonly<Record<string, string>> = {
  apiKey: "API_KEY",
  baseUrl: "BASE_URL",
  publishableKey: "PUBLISHABLE_KEY",
  sources: "SOURCES",
  webhookSecret: "WEBHOOK_SECRET"
}

const sources: Readonly<Record<string, Options["sources"]>> = {
  token: ["token"],
  card: ["card"],
  "card,token": ["card", "token"],
  "token,card": ["card", "token"]
}

const flags: Readonly<Record<string, boolean>> = { true: true, false: false }

const fault = (name: string, expected: string): UnusableSetting => ({ name, expected })

/** One of a few words. */
const wordOf = <A>(given: GivenSettings, name: string, words: Readonly<Record<string, A>>): A | undefined => {
  const text = given.text(name) ?? ""
  return Object.hasOwn(words, text) ? words[text] : undefined
}

const faultsOf = (given: GivenSettings): ReadonlyArray<UnusableSetting> => {
  const isWrong = (name: string, words: object) =>
    given.text(name) !== undefined && wordOf(given, name, words as Readonly<Record<string, unknown>>) === undefined
  return [
    ...(given.secret("API_KEY") === undefined ? [fault("API_KEY", "must be given")] : []),
    ...(isWrong("SOURCES", sources) ? [fault("SOURCES", "must be token, card or card,token")] : []),
    ...(isWrong("MULTICAPTURE", flags) ? [fault("MULTICAPTURE", "must be true or false")] : [])
  ]
}

const optionsOf = (given: GivenSettings, gatewayId: number): Options => {
  const webhookSecret = given.secret("WEBHOOK_SECRET")
  const baseUrl = given.text("BASE_URL")
  const publishableKey = given.text("PUBLISHABLE_KEY")
  const which = wordOf(given, "SOURCES", sources)
  const multicapture = wordOf(given, "MULTICAPTURE", flags)
  return {
    apiKey: given.secret("API_KEY") ?? "",
    gatewayId,
    ...(webhookSecret === undefined ? {} : { webhookSecret: severalSecrets(webhookSecret) }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(publishableKey === undefined ? {} : { publishableKey }),
    ...(which === undefined ? {} : { sources: which }),
    ...(multicapture === undefined ? {} : { multicapture })
  }
}

/** For `FLORIN_ACQUIRERS=stripe`. */
export const connector: AcquirerConnector = {
  name: "stripe",
  gatewayId: defaultGatewayId,
  settings: [
    { name: "API_KEY", meaning: "Secret or restricted key, sk_... or rk_...; a test key moves no money" },
    {
      name: "WEBHOOK_SECRET",
      meaning: "whsec_... of the webhook endpoint, several with commas. Default: Stripe is asked"
    },
    {
      name: "PUBLISHABLE_KEY",
      meaning: "pk_...: Stripe's own card fields on the page of an order, where no acquirer takes numbers. Default: off"
    },
    { name: "SOURCES", meaning: "What is charged: token, card or card,token. Default: token" },
    { name: "MULTICAPTURE", meaning: "true: the account has it, and a hold takes several captures. Default: false" },
    { name: "BASE_URL", meaning: "Where Stripe is. Default: https://api.stripe.com" }
  ],
  example: (given) =>
    takesNumbers(given) ? { number: "4242424242424242", securityCode: "123" } : { token: "pm_card_visa" },
  fromSettings: (given, gatewayId) => {
    const faults = faultsOf(given)
    if (faults.length > 0) return Either.left(faults)
    return Either.mapBoth(check(optionsOf(given, gatewayId)), {
      onLeft: ({ expected, setting }) => [fault(names[setting] ?? setting, expected)],
      onRight: (settings) => ({ make: connecting(settings), check: checking(settings) })
    })
  }
}
