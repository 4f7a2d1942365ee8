/** The settings of a shop as options of commands, one for each. */
import * as Options from "@effect/cli/Options"
import type { settings } from "@florin/settings/ShopSettings"

type Setting = keyof typeof settings

type Named = readonly [setting: Setting, option: string, meaning: string]

/** Switched on with their name; `update` switches them off with `--no-` before it. */
export const flags = [
  ["threeDSecure", "three-d-secure", "Charges ask for 3-D Secure"],
  ["allowSkipThreeDSecure", "allow-skip-three-d-secure", "Requests may skip 3-D Secure"],
  ["allowForceThreeDSecure", "allow-force-three-d-secure", "Requests may force 3-D Secure"],
  ["strictContracts", "strict-contracts", "A token is charged only as its contracts allow"],
  ["forgetGuestCards", "forget-guest-cards", "A guest's card number is erased after its charge"],
  ["mailFailedCharges", "mail-failed-charges", "Customers are mailed that a charge failed. Default: on"],
  ["mailEndedSubscriptions", "mail-ended-subscriptions", "And that a subscription ended. Default: on"],
  ["mailRefunds", "mail-refunds", "And that money was given back. Default: on"],
  ["mailTests", "mail-tests", "And all of it for test plans and test payments too"],
  ["notificationBasic", "basic", "Webhooks carry HTTP Basic: the shop's id and secret"],
  ["allowPublicKey", "allow-public-key", "Whoever has its public key may create checkouts"]
] as const satisfies ReadonlyArray<Named>

export const texts = [
  ["name", "name", "Stands on receipts. Default: the id"],
  ["site", "site", "Address of the shop's site, in documents of orders. Default: none"],
  ["timeZone", "time-zone", "Zone in which subscriptions are billed. Default: the server's"],
  ["graceDays", "grace-days", "Days after an unpaid period began in which features stay. Default: while retried"],
  ["holdDays", "hold-days", "Days until an authorization is released, 1 to 365. Default: 7"],
  ["mailYearlyDays", "mail-yearly-days", "Days before a yearly charge that it is mailed, 0 to 28. Default: 7"],
  ["mailTrialDays", "mail-trial-days", "Days before the end of a trial, 0 to 28. Default: 3"],
  ["mailCardDays", "mail-card-days", "Days before a charge that its card expires first, 0 to 28. Default: 7"],
  ["declineRetryDays", "decline-retry-days", "Days between attempts after declines: 1,3,5. Default: 1"],
  ["errorRetryHours", "error-retry-hours", "Hours between attempts after errors: 1,2,4. Default: 1"],
  ["notificationUrl", "notification-url", "Where webhooks go unless a request says. Default: nowhere"]
] as const satisfies ReadonlyArray<Named>

/** Secrets are not told on a command line, which other users of the machine see. */
export const files = [
  ["webhookSecret", "webhook-secret-file", "File with the webhook secret, whsec_… Default: a derived one"],
  ["notificationPrivateKey", "private-key-file", "File with an RSA private key in PEM, for Content-Signature"]
] as const satisfies ReadonlyArray<Named>

// The compiler asks for every setting that there is.
const named: Setting extends (typeof flags | typeof texts | typeof files)[number][0] ? true : never = true

const flag = (name: string, meaning: string) => Options.boolean(name).pipe(Options.withDescription(meaning))

const text = (name: string, meaning: string) =>
  Options.text(name).pipe(Options.withDescription(meaning), Options.optional)

const optionsOf = <Option>(all: ReadonlyArray<Named>, option: (name: string, meaning: string) => Option) =>
  Object.fromEntries(all.map(([setting, name, meaning]) => [setting, option(name, meaning)]))

const given = {
  flags: Options.all(optionsOf(flags, flag)),
  texts: Options.all(optionsOf(texts, text)),
  files: Options.all(optionsOf(files, text)),
  signatureKey: flag("signature-key", "Makes a key pair for Content-Signature, and prints the public key")
}

const secretKeyFile = text("secret-key-file", "File with the secret, at least 16 characters. Default: a new one")

/** The settings of a shop. */
export const settingOptions = named && given

/** The same with what switches flags off. */
export const changeOptions = {
  ...settingOptions,
  off: Options.all(optionsOf(flags, (name) => flag(`no-${name}`, `Ends --${name}`)))
}

/** The same with the secret. */
export const secretOptions = { ...settingOptions, secretKeyFile }
