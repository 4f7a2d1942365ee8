/** The result of saving a card in the customer's wallet. */
import * as Schema from "effect/Schema"

/**
 * Shown as `additional_data.wallet.result`. Independent of the charge, which has already succeeded.
 *
 * Source: interface, "Wallet results in the authorization response".
 */
export const WalletSaveResult = Schema.Union(
  Schema.Struct({
    status: Schema.Literal("successful"),
    message: Schema.NullOr(Schema.String),
    /** The wallet's name for the saved card; absent when it saved none. */
    token: Schema.optional(Schema.String)
  }),
  Schema.Struct({
    status: Schema.Literal("failed"),
    message: Schema.NullOr(Schema.String),
    error: Schema.String,
    errorMessage: Schema.String,
    errorCode: Schema.String
  })
)

export type WalletSaveResult = typeof WalletSaveResult.Type

/** The wallet timed out or failed. */
export const noAnswer: WalletSaveResult = {
  status: "failed",
  message: null,
  error: "no_answer",
  errorMessage: "The wallet did not answer",
  errorCode: "no_answer"
}
