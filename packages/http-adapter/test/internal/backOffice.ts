/** The console of a gateway, and people who come to it as a browser does. */
import { request as httpRequest } from "node:http"
import { ShopId } from "@florin/core/ids/Ids"
import { PersonId } from "@florin/core/people/Actor"
import { allGrants, type Role } from "@florin/core/people/Role"
import { People } from "@florin/core/people-operations/People"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { start } from "./staffed.js"

export interface Page {
  readonly status: number
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  readonly text: string
}

interface Sent {
  readonly form?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
}

/** A request as it is sent, whatever a browser would add. */
export const asking = (port: number, path: string, { form, headers = {} }: Sent = {}): Effect.Effect<Page, Error> =>
  Effect.async((resume) => {
    const body = form === undefined ? undefined : new URLSearchParams(form).toString()
    const own =
      body === undefined
        ? {}
        : { "content-type": "application/x-www-form-urlencoded", "content-length": Buffer.byteLength(body) }
    const sent = httpRequest(
      {
        host: "127.0.0.1",
        port,
        path: `/console${path}`,
        method: body === undefined ? "GET" : "POST",
        headers: { ...own, ...headers }
      },
      (response) => {
        const chunks: Array<Buffer> = []
        response.on("data", (chunk: Buffer) => chunks.push(chunk))
        response.on("end", () => {
          const text = Buffer.concat(chunks).toString("utf8")
          resume(Effect.succeed({ status: response.statusCode!, headers: response.headers, text }))
        })
      }
    )
    sent.on("error", (error) => resume(Effect.fail(error)))
    sent.end(body)
  })

/** What a page's forms carry. */
export const tokenIn = ({ text }: Page): string => /name="form_token" value="([^"]+)"/.exec(text)?.[1] ?? ""

export const keyIn = ({ text }: Page): string => /name="key" value="([^"]+)"/.exec(text)?.[1] ?? ""

export const shown = ({ text }: Page): string =>
  text
    .replace(/<(?:style|script)[^>]*>.*?<\/(?:style|script)>/gs, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/&#39;/g, "'")
    .replace(/\s+/g, " ")

/** A gateway with people. */
export const backOffice = (around: Parameters<typeof start>[0] = {}) =>
  Effect.gen(function* () {
    const gateway = yield* start(around)
    const people = Context.get(gateway.context, People)
    const port = gateway.consolePort

    const linkOf = (id: string, role: Role, place: string = "everywhere") =>
      Effect.gen(function* () {
        const person = PersonId.make(id)
        const where = place === "everywhere" ? place : ShopId.make(place)
        yield* people.add(allGrants, person, { place: where, role })
        const { token } = yield* people.link(allGrants, person)
        return Redacted.value(token)
      })

    /** Signs in by a link, and comes with the cookie from then on. */
    const signedIn = (id: string, role: Role, place?: string) =>
      Effect.gen(function* () {
        const token = yield* linkOf(id, role, place)
        const entered = yield* asking(port, "/sign-in", { form: { token } })
        const cookie = String(entered.headers["set-cookie"]).split(";")[0]!
        const look = (path: string, headers = {}) => asking(port, path, { headers: { cookie, ...headers } })
        const send = (path: string, form: Readonly<Record<string, string>>, headers = {}) =>
          asking(port, path, { form, headers: { cookie, ...headers } })
        const home = yield* look("/")
        return { cookie, entered, look, send, formToken: tokenIn(home) }
      })

    return { ...gateway, port, linkOf, signedIn }
  })

/** A charge of a card of the sandbox. */
export const charge = (more: object = {}) => ({
  request: {
    ...{ amount: 1995, currency: "EUR", description: "Order 42", tracking_id: "order-42", duplicate_check: false },
    credit_card: {
      number: "4200000000000000",
      verification_value: "123",
      holder: "Jane Doe",
      exp_month: "12",
      exp_year: "2035"
    },
    customer: { ip: "203.0.113.7", email: "jane@example.com" },
    ...more
  }
})
