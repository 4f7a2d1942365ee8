/** The adapter as a handler of web requests, for Hono, Next.js routes and Deno-like servers. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Runtime from "effect/Runtime"
import { type Adapter, HttpAdapter, load, runtimeOf, start } from "./HttpAdapter.js"
import type { Limits } from "./HttpSettings.js"
import type { BodyProblem, Incoming, Outgoing } from "./Incoming.js"
import * as Chunks from "./internal/transport/chunks.js"
import { target } from "./internal/transport/exchange.js"
import type { MountOptions } from "./NodeHandler.js"

export type WebHandler = (request: Request) => Promise<Response>

type Reader = ReadableStreamDefaultReader<Uint8Array>

// Clients are timed by the machine's clock, wherever the sandbox's clock stands.
const machineClock = Clock.make()

const next = (reader: Reader, limits: Limits) =>
  Effect.tryPromise({ try: () => reader.read(), catch: (): BodyProblem => "broken" }).pipe(
    Effect.timeoutFail({ duration: limits.bodyPause, onTimeout: (): BodyProblem => "too-slow" })
  )

const collect = Effect.fnUntraced(function* (reader: Reader, announced: number, limit: number, limits: Limits) {
  const deadline = machineClock.unsafeCurrentTimeMillis() + Duration.toMillis(limits.bodyTime)
  const chunks = Chunks.make(Math.min(announced, limit), limits.bodyLimit)
  let size = 0
  while (true) {
    const { done, value } = yield* next(reader, limits)
    if (done) return chunks.whole()
    size += value.length
    if (size > limit) return yield* Effect.fail<BodyProblem>("too-large")
    if (machineClock.unsafeCurrentTimeMillis() > deadline) return yield* Effect.fail<BodyProblem>("too-slow")
    chunks.add(value)
  }
})

const letGo = (reader: Reader): Effect.Effect<void> => Effect.ignore(Effect.tryPromise(() => reader.cancel()))

const read = (request: Request, limit: number, limits: Limits): Effect.Effect<Uint8Array, BodyProblem> => {
  const announced = Number(request.headers.get("content-length") ?? limit)
  if (announced > limit) return Effect.fail("too-large")
  if (request.bodyUsed) return Effect.fail("broken")
  const reader = request.body?.getReader()
  return reader === undefined
    ? Effect.succeed(new Uint8Array(0))
    : Effect.tapError(collect(reader, announced, limit, limits), () => Effect.forkDaemon(letGo(reader)))
}

const incomingOf = (request: Request, adapter: Adapter, prefix: string): Incoming => ({
  ...target(request.url, prefix),
  target: request.url,
  method: request.method,
  source: request,
  header: (name) => Option.getOrUndefined(Option.fromNullable(request.headers.get(name))),
  body: (limit) => read(request, limit, adapter.limits)
})

const responseOf = (answer: Outgoing | undefined): Response => {
  if (answer === undefined) return new Response(null, { status: 500 })
  const { "set-cookie": cookies, ...headers } = answer.headers
  const { body, status } = answer
  const response = new Response(body.length === 0 ? null : Buffer.from(body), { status, headers })
  for (const cookie of cookies?.split("\n") ?? []) response.headers.append("set-cookie", cookie)
  return response
}

const handlerOf =
  (own: Runtime.Runtime<HttpAdapter>, adapter: Adapter, prefix: string): WebHandler =>
  (request) =>
    new Promise((resolve) =>
      start(own, adapter, incomingOf(request, adapter, prefix), (answer) => resolve(responseOf(answer)))
    )

/** Makes the handler from a runtime that is already built, so that no request waits for layers. */
export const toWebHandler = (runtime: Runtime.Runtime<HttpAdapter>, options: MountOptions = {}): WebHandler => {
  const own = runtimeOf(runtime)
  load(own)
  return handlerOf(own, Context.get(runtime.context, HttpAdapter), options.prefix ?? "")
}

/** The console as a handler of its own, below a mount of its own. Source: D73. */
export const toConsoleWebHandler = (runtime: Runtime.Runtime<HttpAdapter>, options: MountOptions = {}): WebHandler => {
  const adapter = Context.get(runtime.context, HttpAdapter)
  return handlerOf(runtimeOf(runtime), { ...adapter, respond: adapter.console }, options.prefix ?? "")
}
