/** A secret among the options of a connector. */
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

/** As text, or redacted already. */
export type Secret = string | Redacted.Redacted<string>

export const sealed = (secret: Secret): Redacted.Redacted<string> =>
  typeof secret === "string" ? Redacted.make(secret) : secret

// biome-ignore lint/plugin/secrets: only whether it fits leaves this module
const valueOf = Option.liftThrowable((secret: Redacted.Redacted<unknown>) => Redacted.value(secret))

/**
 * Whether a secret is a text of a shape, which is all that a message says of it. What no secret is, or one that another copy of
 * Effect has redacted, fits none.
 */
export const fits = (secret: Redacted.Redacted<string>, shape: RegExp): boolean =>
  Option.exists(valueOf(secret), (text) => typeof text === "string" && shape.test(text))
