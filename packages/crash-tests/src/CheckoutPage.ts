/** The page of an order, as a customer's browser without scripts uses it. */
import * as Loopback from "@florin/testing/parties/Loopback"
import * as Effect from "effect/Effect"

/** What a form was shown for: it is sent with the number of attempts that the customer had seen. */
export interface Shown {
  readonly token: string
  readonly after: string
}

const card = { number: "4200 0000 0000 0000", expiry: "12/49", code: "123", holder: "JANE DOE" }

const shownAfter = /name="after" value="(\d+)"/

const pageOf = (url: string, token: string): string => `${url}/checkout?token=${token}`

/** Opens the page; undefined: it has no form, because the order is being paid, or has ended. */
export const open = Effect.fnUntraced(function* (host: Effect.Effect<string>, token: string) {
  const { body } = yield* Loopback.ask(pageOf(yield* host, token))
  const after = shownAfter.exec(body)?.[1]
  return after === undefined ? undefined : ({ token, after } satisfies Shown)
})

/** Presses the button of a form, which may have been shown long ago. */
export const send = (host: Effect.Effect<string>, { after, token }: Shown) =>
  Effect.flatMap(host, (url) =>
    Loopback.ask(pageOf(url, token), {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ ...card, token, after, method: "credit_card" }).toString()
    })
  )
