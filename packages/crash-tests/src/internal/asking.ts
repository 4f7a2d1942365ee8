import { request } from "node:http"
import * as Effect from "effect/Effect"

export interface Question {
  /** Default: `GET`. */
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export interface Reply {
  readonly status: number
  readonly retryAfter: string | undefined
  readonly body: string
}

/**
 * Asks a server on this machine. Not with `fetch`, which every process would have to compile first; and some of them live
 * for less than a second.
 */
export const ask = (url: string, { body, headers, method = "GET" }: Question = {}): Effect.Effect<Reply, Error> =>
  Effect.async((resume) => {
    const failed = (error: Error) => resume(Effect.fail(error))
    const asking = request(url, { method, headers: { ...headers } }, (response) => {
      let text = ""
      response.setEncoding("utf8")
      response.on("data", (chunk: string) => {
        text += chunk
      })
      response.once("error", failed)
      response.once("end", () =>
        resume(
          Effect.succeed({
            status: response.statusCode ?? 0,
            retryAfter: response.headers["retry-after"],
            body: text
          })
        )
      )
    })
    asking.once("error", failed)
    asking.end(body)
    return Effect.sync(() => asking.destroy())
  })
