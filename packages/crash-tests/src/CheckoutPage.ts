/** The page of an order, as a customer's browser without scripts uses it. */
import * as Loopback from "@florin/testing/parties/Loopback"
import * as Effect from "effect/Effect"

/** What a form was shown for: it is sent with the number of attempts that the customer had seen. */
export interface Shown {
  readonly token: string
  readonly after: string
  /** The token of a saved card that the form offers, the first one. */
  readonly savedCard?: string
}

const card = { number: "4200 0000 0000 0000", expiry: "12/49", code: "123", holder: "JANE DOE" }

const shownAfter = /name="after" value="(\d+)"/

const shownCard = /name="saved_card" type="radio" value="([0-9a-f]{64})"/

const pageOf = (url: string, token: string): string => `${url}/checkout?token=${token}`

/** Opens the page; undefined: it has no form, because the order is being paid, or has ended. */
export const open = Effect.fnUntraced(function* (host: Effect.Effect<string>, token: string) {
  const { body } = yield* Loopback.ask(pageOf(yield* host, token))
  const after = shownAfter.exec(body)?.[1]
  const savedCard = shownCard.exec(body)?.[1]
  if (after === undefined) return undefined
  return { token, after, ...(savedCard === undefined ? {} : { savedCard }) } satisfies Shown
})

/** Presses the button of a form, which may have been shown long ago. Default: with a card that is typed. */
export const send = (
  host: Effect.Effect<string>,
  { after, savedCard, token }: Shown,
  by: "typed" | "saved" = "typed"
) =>
  Effect.flatMap(host, (url) =>
    Loopback.ask(pageOf(url, token), {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({
        ...(by === "saved" && savedCard !== undefined ? { saved_card: savedCard, code: card.code } : card),
        ...{ token, after, method: "credit_card" }
      }).toString()
    })
  )
