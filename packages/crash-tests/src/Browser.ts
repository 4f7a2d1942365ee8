/** A customer's browser: follows where a transaction's page leads, and presses a button of the page there. */
import * as Loopback from "@florin/testing/parties/Loopback"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"

/** A form of a page: where it is posted, what is in it, and its buttons, the first of which agrees. */
export interface Form {
  readonly action: string
  readonly fields: Readonly<Record<string, string>>
  readonly buttons: ReadonlyArray<readonly [name: string, value: string]>
}

const plain = (text: string): string =>
  text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code)).replace(/&amp;/g, "&")

const pairs = (html: string, tag: string) =>
  [...html.matchAll(new RegExp(`<${tag}[^>]*? name="([^"]*)" value="([^"]*)"`, "g"))].map(
    ([, name = "", value = ""]) => [plain(name), plain(value)] as const
  )

/** The form of a page that was shown at an address. Undefined: it has none. */
export const formIn = (html: string, at: string): Form | undefined => {
  const [form, attributes = ""] = /<form([^>]*)>.*?<\/form>/s.exec(html) ?? []
  if (form === undefined) return undefined
  const action = / action="([^"]*)"/.exec(attributes)?.[1] ?? ""
  return {
    action: new URL(plain(action), at).href,
    fields: Object.fromEntries(pairs(form, "input")),
    buttons: pairs(form, "button")
  }
}

/** Where a link of a page leads away. */
export const linkIn = (html: string): string | undefined => {
  const [, address] = /<a[^>]*? href="(https?:[^"]*)"/.exec(html) ?? []
  return address === undefined ? undefined : plain(address)
}

const urlencoded = { "content-type": "application/x-www-form-urlencoded" }

/** The customer agrees on the page of a provider, or refuses. Answers with where that leads; undefined: nowhere. */
const decides = Effect.fnUntraced(function* (url: string, isAgreed: boolean) {
  const form = formIn((yield* Loopback.ask(url)).body, url)
  const button = form?.buttons[isAgreed ? 0 : 1]
  if (form === undefined || button === undefined) return undefined
  const body = new URLSearchParams({ ...form.fields, [button[0]]: button[1] }).toString()
  return (yield* Loopback.ask(form.action, { method: "POST", headers: urlencoded, body })).headers.location
})

/** Opens a path of the gateway, at whichever process answers; again and again until one does. */
export const open = (host: Effect.Effect<string>, path: string) =>
  Effect.flatMap(host, (url) => Loopback.ask(`${url}${path}`)).pipe(
    Effect.filterOrFail(({ status }) => status < 500),
    Effect.retry(Schedule.spaced("100 millis")),
    Effect.orDie
  )

/**
 * Goes from the page of a transaction to the provider's, and decides there. Answers with the path of the gateway to come
 * back to, also where the provider has nothing to ask any more; undefined: the page leads nowhere.
 */
export const leave = Effect.fnUntraced(function* (host: Effect.Effect<string>, uid: string, isAgreed: boolean) {
  const { body, headers } = yield* open(host, `/process/${uid}`)
  // Who has been there before presses a button to go there again.
  const location = headers.location ?? linkIn(body)
  if (location === undefined) return undefined
  // A page that was left in the middle is opened again.
  const back = yield* Effect.orElseSucceed(decides(location, isAgreed), () => undefined)
  if (back === undefined) return `/process/${uid}/return`
  const { pathname, search } = new URL(back)
  return `${pathname}${search}`
})
