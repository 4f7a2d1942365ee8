/** The page of an order, as a customer's browser without scripts uses it. */
import * as Loopback from "@florin/testing/parties/Loopback"
import * as Effect from "effect/Effect"

/** What a form was shown for: it is sent with the number of attempts that the customer had seen. */
export interface Shown {
  readonly token: string
  readonly after: string
  /** The token of the saved card that the page offers first. */
  readonly savedCard: string | undefined
  readonly takesTransfers: boolean
}

/** What the customer chooses on the form. */
export type Choice = "card" | "savedCard" | "transfer"

const card = { number: "4200 0000 0000 0000", expiry: "12/49", code: "123", holder: "JANE DOE" }

const shownAfter = /name="after" value="(\d+)"/
const shownCard = /name="saved_card"[^>]* value="([^"]+)"/
const shownTransfer = /name="method"[^>]* value="sbp"/

const fieldsOf = ({ savedCard }: Shown, choice: Choice): Readonly<Record<string, string>> => {
  if (choice === "transfer") return { method: "sbp" }
  const method = "credit_card"
  return choice === "savedCard" && savedCard !== undefined
    ? { method, saved_card: savedCard, code: "123" }
    : { method, ...card }
}

const pageOf = (url: string, token: string): string => `${url}/checkout?token=${token}`

/** Opens the page; undefined: it has no form, because the order is being paid, or has ended. */
export const open = Effect.fnUntraced(function* (host: Effect.Effect<string>, token: string) {
  const { body } = yield* Loopback.ask(pageOf(yield* host, token))
  const after = shownAfter.exec(body)?.[1]
  if (after === undefined) return undefined
  const [savedCard, takesTransfers] = [shownCard.exec(body)?.[1], shownTransfer.test(body)]
  return { token, after, savedCard, takesTransfers } satisfies Shown
})

/** Presses the button of a form, which may have been shown long ago. */
export const send = (host: Effect.Effect<string>, shown: Shown, choice: Choice = "card") =>
  Effect.flatMap(host, (url) =>
    Loopback.ask(pageOf(url, shown.token), {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ ...fieldsOf(shown, choice), token: shown.token, after: shown.after }).toString()
    })
  )
