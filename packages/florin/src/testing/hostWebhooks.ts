/** How a host's own handler hears of webhooks in a test. */
import { AsyncLocalStorage } from "node:async_hooks"
import * as DeliverySchedule from "@florin/webhook-dispatcher/DeliverySchedule"
import { Outcome, type Post } from "@florin/webhook-dispatcher/Sender"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Receive } from "./testKit.js"

const outcomeOf = async (response: Response, now: number): Promise<Outcome> => {
  const { status } = response
  if (response.ok) return Outcome.Acknowledged({ status, answer: Option.some(await response.text()) })
  if (status === 410) return Outcome.Gone()
  const header = Option.fromNullable(response.headers.get("retry-after"))
  return Outcome.Rejected({
    status,
    retryAfter: Option.flatMap(header, (text) => DeliverySchedule.parseRetryAfter(text, now))
  })
}

const requestOf = ({ body, headers, url }: Post): Request =>
  new Request(url, { method: "POST", body, headers: { "content-type": "application/json", ...headers } })

/** A handler that throws or rejects has answered 500, as frameworks do. */
const answered = async (receive: Receive, post: Post): Promise<Response> => {
  try {
    return await receive(requestOf(post))
  } catch {
    return new Response(null, { status: 500 })
  }
}

/** What a webhook is answered with that nobody hears. */
export const unheard = Outcome.Acknowledged({ status: 204, answer: Option.some("") })

/**
 * Nobody hears until `tell` names who does. Until then no request is made: the first `Request` of a process takes Node as
 * long as a start.
 */
export const hearing = () => {
  let receive: Receive | undefined
  const inside = new AsyncLocalStorage<true>()
  return {
    tell: (next: Receive): void => {
      receive = next
    },
    /** Whether a handler has made this call. Due work is under way then, and waits for the handler. */
    isInside: (): boolean => inside.getStore() === true,
    post: (post: Post): Effect.Effect<Outcome> =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        const handler = receive
        if (handler === undefined) return Effect.succeed(unheard)
        return Effect.promise(async () => outcomeOf(await inside.run(true, () => answered(handler, post)), now))
      })
  }
}
