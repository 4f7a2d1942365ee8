/** Adyen as `FLORIN_ACQUIRERS` chooses it, by settings alone. Source: D54. */
import type {
  AcquirerConnector,
  ConnectorSetting,
  GivenSettings,
  UnusableSetting
} from "@florin/core/cards/AcquirerConnector"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { make } from "./Adyen.js"
import { listed } from "./internal/secrets.js"
import { defaultGatewayId, type Options, settingsOf } from "./internal/settings.js"

const settings: ReadonlyArray<ConnectorSetting> = [
  { name: "API_KEY", meaning: "The API key of a web service user with the role Checkout webservice" },
  { name: "MERCHANT_ACCOUNT", meaning: "The merchant account that all payments are made in" },
  { name: "HMAC_KEYS", meaning: "The HMAC keys of the standard webhook, newest first, separated by commas" },
  { name: "LIVE_PREFIX", meaning: "The prefix of the live endpoints. Default: none, and no money moves" },
  { name: "BASE_URL", meaning: "Where Adyen is, version included. Default: its own address" },
  { name: "MULTICAPTURE", meaning: "true: the account takes several captures of one hold. Default: false" },
  { name: "SOURCES", meaning: "card, token or both, separated by commas. Default: card,token" },
  { name: "THREE_D_SECURE", meaning: "redirect, or native: the issuer's own page. Default: redirect" }
]

/** The options of settings that must be one of a few words. */
const words = {
  MULTICAPTURE: { true: { multicapture: true }, false: { multicapture: false } },
  SOURCES: { card: { sources: ["card"] }, token: { sources: ["token"] }, "card,token": { sources: ["card", "token"] } },
  THREE_D_SECURE: { redirect: { threeDSecure: "redirect" }, native: { threeDSecure: "native" } }
} as const satisfies Readonly<Record<string, Readonly<Record<string, Partial<Options>>>>>

/** What a setting says; nothing where it is not given. Errors: the words that it may be. */
const worded = ({ text }: GivenSettings) =>
  Object.entries(words).map(([name, known]): Either.Either<Partial<Options>, UnusableSetting> => {
    const word = text(name)?.replaceAll(" ", "")
    if (word === undefined) return Either.right({})
    return Object.hasOwn(known, word)
      ? Either.right(known[word as keyof typeof known])
      : Either.left({ name, expected: `must be ${Object.keys(known).join(" or ")}` })
  })

const nameOf = (option: string): string => option.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()

const missing = ({ secret, text }: GivenSettings): ReadonlyArray<UnusableSetting> => [
  ...(secret("API_KEY") === undefined ? [{ name: "API_KEY", expected: "is missing" }] : []),
  ...(text("MERCHANT_ACCOUNT") === undefined ? [{ name: "MERCHANT_ACCOUNT", expected: "is missing" }] : []),
  ...(secret("HMAC_KEYS") === undefined ? [{ name: "HMAC_KEYS", expected: "is missing: nothing would be told" }] : [])
]

const optionsOf = ({ secret, text }: GivenSettings, gatewayId: number): Options => {
  const [livePrefix, baseUrl] = [text("LIVE_PREFIX"), text("BASE_URL")]
  return {
    gatewayId,
    apiKey: secret("API_KEY")!,
    merchantAccount: text("MERCHANT_ACCOUNT")!,
    hmacKeys: listed(secret("HMAC_KEYS")!),
    ...(livePrefix === undefined ? {} : { livePrefix }),
    ...(baseUrl === undefined ? {} : { baseUrl })
  }
}

/** Adyen has no question that moves nothing and that every user may ask, so that `florin doctor` asks none. */
export const connector: AcquirerConnector = {
  name: "adyen",
  gatewayId: defaultGatewayId,
  settings,
  example: () => ({ number: "4111111111111111", securityCode: "737" }),
  fromSettings: (given, gatewayId) => {
    const more = worded(given)
    const faults = [...missing(given), ...more.flatMap((one) => (Either.isLeft(one) ? [one.left] : []))]
    if (faults.length > 0) return Either.left(faults)
    const chosen = more.map((one) => Either.getOrElse(one, () => ({})))
    const options: Options = Object.assign(optionsOf(given, gatewayId), ...chosen)
    return Either.mapBoth(settingsOf(options), {
      onLeft: ({ expected, setting }) => [{ name: nameOf(setting), expected }],
      // What was checked is not refused again.
      onRight: () => ({ make: Effect.orDie(make(options)) })
    })
  }
}
