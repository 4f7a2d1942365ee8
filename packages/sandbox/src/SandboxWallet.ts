/** The simulated wallet: the session of a request says whether its card is saved. */
import { WalletProvider, type WalletRequest } from "@florin/core/cards/WalletProvider"
import type { WalletSaveResult } from "@florin/core/cards/WalletSaveResult"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** What the wallet answers about the card of a transaction. Undefined: nothing, ever. */
type Answer = (uid: string) => WalletSaveResult | undefined

const saved = { status: "successful", message: "The card was saved" } as const

const refused =
  (error: string, errorCode: string, errorMessage: string): Answer =>
  () => ({ status: "failed", message: "The card was not saved", error, errorMessage, errorCode })

/** By the value of `additional_data.wallet.params.session`. */
export const sessions: ReadonlyMap<string, Answer> = new Map<string, Answer>([
  // The same name whenever the same charge is repeated. Without its hyphens an id can read as a card number, which is cut.
  ["saved", (uid) => ({ ...saved, token: `wallet_${uid}` })],
  // The customer did not want it.
  ["not-saved", () => ({ status: "successful", message: "The card was not saved" })],
  ["expired", refused("session_expired", "W.02", "The session has expired")],
  ["full", refused("wallet_full", "W.03", "The wallet is full")],
  ["hangs", () => undefined]
])

/** For any other session. */
export const otherwise = refused("session_unknown", "W.01", "The session is unknown")

const save = ({ session, transaction }: Pick<WalletRequest, "session" | "transaction">) => {
  const result = (sessions.get(session) ?? otherwise)(transaction.uid)
  return result === undefined ? Effect.never : Effect.succeed(result)
}

export const layer: Layer.Layer<never> = Layer.succeed(WalletProvider, { simulated: true, save })
