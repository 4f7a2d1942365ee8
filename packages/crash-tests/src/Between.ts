/**
 * What stands between gateways and a provider, on both ways: it delays what is sent, loses it, puts a page in its place, and
 * lets what the provider tells by itself come before its answer, twice, late or never.
 */
import type { IncomingHttpHeaders } from "node:http"
import * as Loopback from "@florin/testing/parties/Loopback"
import type { Random } from "@florin/testing/parties/Random"
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import * as Schedule from "effect/Schedule"

/**
 * - `straight`: it arrives, and is answered
 * - `request-lost`: the connection is cut, and nothing arrives
 * - `cut`: the connection is cut, and it arrives all the same
 * - `answer-lost`: the connection is cut once it was answered
 * - `html`: a page with 502 in its place, and nothing arrives
 * - `html-after`, `html-as-success`: it arrives, and a page with 502 or 200 comes in the place of its answer
 * - `too-many`: 429 with `Retry-After`, and nothing arrives
 */
export type Way =
  | "straight"
  | "request-lost"
  | "cut"
  | "answer-lost"
  | "html"
  | "html-after"
  | "html-as-success"
  | "too-many"

/** How one request fares. */
export interface Manner {
  readonly way: Way
  /** Before it arrives. Unit: milliseconds. */
  readonly before: number
  /** Between the answer and its arrival, in which the provider may tell what came of it. Unit: milliseconds. */
  readonly after: number
}

export const straight: Manner = { way: "straight", before: 0, after: 0 }

/** Everything arrives and no answer does, about whatever is asked. */
export const silent: Manner = { ...straight, way: "answer-lost" }

/** Mostly straight. No request arrives later than half of the in-flight window after it was sent. */
export const moody = (random: Random): Manner => {
  const mood = random.between(0, 59)
  if (mood < 4) return { ...straight, before: random.between(0, 800) }
  if (mood < 9) return { ...straight, after: random.between(0, 2500) }
  if (mood < 10) return { ...straight, way: "cut", before: 2500 }
  const ways = ["request-lost", "answer-lost", "html", "html-after", "html-as-success", "too-many"] as const
  return { ...straight, way: ways[mood - 10] ?? "straight" }
}

/** After how many milliseconds each a notification arrives: none is never. */
export const tellings = (random: Random): ReadonlyArray<number> => {
  const mood = random.between(0, 9)
  if (mood < 2) return []
  if (mood < 6) return [0]
  return mood < 8 ? [random.between(500, 6000)] : [random.between(0, 500), random.between(0, 4000)]
}

/** Of one connection only, or made anew. */
const hops = ["connection", "content-length", "expect", "host", "keep-alive", "transfer-encoding"]

const passed = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || hops.includes(name) ? [] : [[name, String(value)]]
    )
  )

const forwarded = (to: string, { body, headers, method, path }: Loopback.Incoming) =>
  Loopback.ask(`${to}${path}`, { method, headers: passed(headers), ...(method === "GET" ? {} : { body }) })

const page = (status: number): Loopback.Response => ({
  status,
  headers: { "content-type": "text/html" },
  text: "<html><body><h1>Bad gateway</h1></body></html>"
})

const tooMany: Loopback.Response = {
  status: 429,
  // Checkout.com's own answers have an id.
  headers: { "content-type": "application/json", "retry-after": "1", "cko-request-id": "req_too_many" },
  text: "{}"
}

const without: Partial<Record<Way, Loopback.Response>> = { html: page(502), "too-many": tooMany }

const inPlace: Partial<Record<Way, Loopback.Response>> = { "html-after": page(502), "html-as-success": page(200) }

/** The address of a provider, behind which each request fares as it is drawn. */
export const proxy = Effect.fnUntraced(function* (to: string, draw: () => Manner) {
  const late = yield* FiberSet.make<unknown, unknown>()
  const { url } = yield* Loopback.serve(
    Effect.fnUntraced(function* (incoming) {
      const { after, before, way } = draw()
      if (way === "request-lost" || way in without) return without[way]
      const arriving = Effect.delay(forwarded(to, incoming), before)
      if (way === "cut") {
        yield* FiberSet.run(late, arriving)
        return undefined
      }
      const { body, headers, status } = yield* arriving
      yield* Effect.sleep(after)
      if (way === "answer-lost" || way in inPlace) return inPlace[way]
      return { status, headers: passed(headers), text: body }
    })
  )
  return url
})

/**
 * The address to which a provider tells, for a path of whichever process there is. It is told until it is taken, by 2xx, as
 * often as it is drawn. Answers with 200 at once: the provider is not to know.
 */
export const relay = Effect.fnUntraced(function* (
  host: Effect.Effect<string, unknown>,
  path: string,
  draw: () => ReadonlyArray<number>
) {
  const untaken = yield* FiberSet.make<unknown, unknown>()
  const { url } = yield* Loopback.serve(
    Effect.fnUntraced(function* (incoming) {
      const posted = Effect.flatMap(host, (url) => forwarded(url, { ...incoming, path })).pipe(
        Effect.timeout("5 seconds"),
        Effect.filterOrFail(({ status }) => status < 300),
        Effect.retry(Schedule.spaced("500 millis"))
      )
      for (const delay of draw()) yield* FiberSet.run(untaken, Effect.delay(posted, delay))
      return { status: 200 }
    })
  )
  return url
})
