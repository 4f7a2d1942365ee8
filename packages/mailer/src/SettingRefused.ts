/** The error for an unusable setting. */
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"

/** A setting can't be used. The message names it and what is expected, never the value. */
export class SettingRefused extends Schema.TaggedError<SettingRefused>("@florin/mailer/SettingRefused")(
  "SettingRefused",
  { setting: Schema.String, expected: Schema.String }
) {
  readonly code = "unusable-option"

  override get message(): string {
    return `${this.setting} ${this.expected}`
  }
}

export type Refused<A> = Either.Either<A, SettingRefused>

export const refused = (setting: string, expected: string): Refused<never> =>
  Either.left(new SettingRefused({ setting, expected }))
