/** A change that an assistant has asked for and a person has agreed to: sent to a running server, under its key. */
import * as Operation from "@florin/wire/operations/Operation"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { ToolAnswer } from "./protocol.js"

/** Who calls, as the server knows them. */
export interface Credentials {
  readonly id: string
  readonly secret: Redacted.Redacted<string>
}

/** A call of a tool that changes something. */
export interface Change {
  readonly row: Operation.Any
  readonly subject: string | undefined
  readonly request: unknown
}

/** The longest that a server takes is a charge at a slow acquirer. Unit: milliseconds. */
const patience = 60_000

const placeOf = ({ row, subject = "" }: Change): readonly [method: string, path: string] => {
  const [method = "POST", path = ""] = (row.at ?? "").split(" ")
  return [method, path.replace(/:\w+/, () => encodeURIComponent(subject))]
}

/** What a person is asked to agree to. */
export const described = (change: Change): string => {
  const { request, row } = change
  const what = request === undefined ? "" : ` with ${JSON.stringify(request)}`
  return `${row.title}: ${placeOf(change).join(" ")}${what}`
}

const authorization = ({ id, secret }: Credentials): string =>
  // biome-ignore lint/plugin/secrets: the server is to know who calls
  `Basic ${Buffer.from(`${id}:${Redacted.value(secret)}`).toString("base64")}`

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

const unreached: ToolAnswer = {
  isError: true,
  document:
    "The server has not answered. Whether it has carried this out is not known: repeat the call with the same confirm, which is carried out once."
}

/** Sends it under a key: the same word again is answered by what the first has done. */
export const sent = (change: Change, to: { readonly url: string; readonly as: Credentials; readonly key: string }) =>
  Effect.tryPromise(async (signal): Promise<ToolAnswer> => {
    const [method, path] = placeOf(change)
    const { request, row } = change
    const headers = { authorization: authorization(to.as), "idempotency-key": to.key }
    const body =
      request === undefined
        ? { headers }
        : {
            headers: { ...headers, "content-type": "application/json" },
            body: JSON.stringify(Operation.bodyOf(row, request))
          }
    const within = AbortSignal.any([signal, AbortSignal.timeout(patience)])
    const response = await fetch(`${to.url}${path}`, { method, redirect: "error", signal: within, ...body })
    const text = await response.text()
    const answer = text === "" ? { done: response.ok } : parsed(text)
    return response.ok ? { document: answer } : { isError: true, document: { status: response.status, answer } }
  }).pipe(Effect.orElseSucceed(() => unreached))
