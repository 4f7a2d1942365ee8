/** Checkout.com as `FLORIN_ACQUIRERS` chooses it, by settings alone. Source: D54. */
import type { AcquirerConnector, ConfiguredAcquirer, GivenSettings } from "@florin/core/cards/AcquirerConnector"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type * as Scope from "effect/Scope"
import { checking, make } from "./Checkout.js"
import { defaultGatewayId, type Options, type Settings, settingsOf } from "./internal/settings.js"

type Option = keyof Options

/** Each setting, and the option that it gives. */
const settings: ReadonlyArray<
  readonly [name: string, option: Option, kind: "text" | "secret" | "flag", meaning: string]
> = [
  ["API_KEY", "apiKey", "secret", "A secret key: sk_…, of the test environment sk_sbox_…"],
  [
    "BASE_URL",
    "baseUrl",
    "text",
    "The account's own address: https://<prefix>.api.checkout.com. Default: the shared one"
  ],
  [
    "SIGNATURE_KEY",
    "signatureKeys",
    "secret",
    "The webhook's signature key. Default: nothing is told, and all is asked for"
  ],
  ["WEBHOOK_AUTHORIZATION", "webhookAuthorization", "secret", "The webhook's authorization header key. Default: none"],
  ["PROCESSING_CHANNEL_ID", "processingChannelId", "text", "The channel that payments go through: pc_…"],
  ["THREE_D_SECURE", "threeDSecure", "flag", "false: customers are not authenticated there. Default: true"],
  ["CARD_NUMBERS", "cardNumbers", "flag", "false: the account takes tokens only. Default: true"],
  ["DESCRIPTOR_CITY", "descriptorCity", "text", "The city on statements, which a merchant's own text there needs"]
]

const isFlag = (text: string): boolean => text === "true" || text === "false"

const valueOf = ({ secret, text }: GivenSettings, name: string, kind: "text" | "secret" | "flag"): unknown => {
  if (kind === "secret") return secret(name)
  const given = text(name)
  return kind === "flag" && given !== undefined && isFlag(given) ? given === "true" : given
}

const optionsOf = (given: GivenSettings, gatewayId: number): Options =>
  Object.fromEntries([
    ["gatewayId", gatewayId],
    ...settings.flatMap(([name, option, kind]) => {
      const value = valueOf(given, name, kind)
      return value === undefined ? [] : [[option, value] as const]
    })
  ]) as unknown as Options

const configured = (options: Options, checked: Settings): ConfiguredAcquirer => ({
  // What was checked is not refused again.
  make: Effect.orDie(make(options)),
  check: checking(checked) as Effect.Effect<string | undefined, never, Scope.Scope>
})

const nameOf = (option: string): string => settings.find(([, one]) => one === option)?.[0] ?? option

const flagFaults = ({ text }: GivenSettings) =>
  settings.flatMap(([name, , kind]) => {
    const given = kind === "flag" ? text(name) : undefined
    return given === undefined || isFlag(given) ? [] : [{ name, expected: "must be true or false" }]
  })

const missing = { name: "API_KEY", expected: "is missing: a secret key of the account, sk_…" }

export const connector: AcquirerConnector = {
  name: "checkout",
  gatewayId: defaultGatewayId,
  settings: settings.map(([name, , , meaning]) => ({ name, meaning })),
  // One that takes no part in 3-D Secure.
  example: () => ({ number: "6011111111111117", securityCode: "100" }),
  fromSettings: (given, gatewayId) => {
    const faults = [...(given.secret("API_KEY") === undefined ? [missing] : []), ...flagFaults(given)]
    if (faults.length > 0) return Either.left(faults)
    const options = optionsOf(given, gatewayId)
    return Either.mapBoth(settingsOf(options), {
      onLeft: ({ expected, setting }) => [{ name: nameOf(setting), expected }],
      onRight: (checked) => configured(options, checked)
    })
  }
}
