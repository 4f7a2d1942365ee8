/** The options of a receiver, as a host without TypeScript may pass them. */
import { WebhookRefused } from "./webhookRefused.js"

export const unusable = (option: string, expected: string): WebhookRefused =>
  new WebhookRefused("unusable-option", { option, expected })

/** Of these alone a name is repeated: another may be a secret in the wrong place. */
const repeatable = /^[A-Za-z_]{1,64}$/

/** Refuses what the compiler does: a mistyped tolerance or limit would leave the default. Errors: throws `WebhookRefused`. */
export const checkNames = (names: Readonly<Record<string, true>>, given: object): void => {
  const stranger = Object.keys(given).find((name) => !Object.hasOwn(names, name))
  if (stranger === undefined) return
  const known = `there are ${Object.keys(names).join(", ")}`
  throw repeatable.test(stranger)
    ? unusable(stranger, `is not an option: ${known}`)
    : unusable("A member", `of the options is none: ${known}`)
}
