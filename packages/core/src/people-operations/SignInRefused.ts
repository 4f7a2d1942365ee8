import * as Schema from "effect/Schema"

/**
 * Nobody was signed in.
 *
 * - `wrong`: name, password, code or link; it does not say which
 * - `wait`: too many tries have failed; nothing was compared. `retryAfter`: when to try again. Unit: seconds, whole
 * - `over`: the session has ended
 */
export class SignInRefused extends Schema.TaggedError<SignInRefused>("@florin/core/SignInRefused")("SignInRefused", {
  reason: Schema.Literal("wrong", "wait", "over"),
  retryAfter: Schema.optional(Schema.Int)
}) {
  get code() {
    return `sign-in-${this.reason}` as const
  }

  override get message(): string {
    return messages[this.reason]
  }
}

const messages: Readonly<Record<SignInRefused["reason"], string>> = {
  wrong: "the sign-in was refused",
  wait: "too many tries to sign in have failed",
  over: "the session has ended"
}
