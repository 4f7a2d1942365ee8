/** The simulated wallet: the session of a request says whether its card is saved. */
import { WalletProvider, type WalletRequest } from "@florin/core/cards/WalletProvider"
import type { WalletResult } from "@florin/core/cards/WalletResult"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/**
 * What the wallet does with a card.
 *
 * - `Save`: saves it and names it
 * - `Leave`: saves nothing, because the customer did not want it
 * - `Refuse`: fails
 * - `Hang`: never answers
 */
export type Behaviour = Data.TaggedEnum<{
  Save: {}
  Leave: {}
  Refuse: { readonly error: string; readonly code: string; readonly because: string }
  Hang: {}
}>

const { Hang, Leave, Refuse, Save } = Data.taggedEnum<Behaviour>()

/** One value of `additional_data.wallet.params.session`. */
export interface Session {
  readonly session: string
  readonly behaviour: Behaviour
}

export const sessions: ReadonlyArray<Session> = [
  { session: "saved", behaviour: Save() },
  { session: "not-saved", behaviour: Leave() },
  {
    session: "expired",
    behaviour: Refuse({ error: "session_expired", code: "W.02", because: "The session has expired" })
  },
  { session: "full", behaviour: Refuse({ error: "wallet_full", code: "W.03", because: "The wallet is full" }) },
  { session: "hangs", behaviour: Hang() }
]

/** What the wallet does for any other session. */
export const otherwise: Behaviour = Refuse({
  error: "session_unknown",
  code: "W.01",
  because: "The session is unknown"
})

const known = new Map(sessions.map(({ behaviour, session }) => [session, behaviour]))

// The same name whenever the same charge is repeated.
const nameOf = (uid: string): string => `wallet_${uid.replaceAll("-", "")}`

const answer = (behaviour: Behaviour, uid: string): Effect.Effect<WalletResult> => {
  switch (behaviour._tag) {
    case "Save":
      return Effect.succeed({ status: "successful", message: "The card was saved", token: nameOf(uid) })
    case "Leave":
      return Effect.succeed({ status: "successful", message: "The card was not saved" })
    case "Refuse": {
      const { because, code, error } = behaviour
      return Effect.succeed({
        status: "failed",
        message: "The card was not saved",
        error,
        errorMessage: because,
        errorCode: code
      })
    }
    case "Hang":
      return Effect.never
  }
}

export const save = ({ session, transaction }: Pick<WalletRequest, "session" | "transaction">) =>
  answer(known.get(session) ?? otherwise, transaction.uid)

export const layer: Layer.Layer<never> = Layer.succeed(WalletProvider, { simulated: true, save })
