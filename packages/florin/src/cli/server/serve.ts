/** `florin serve`: runs the server until a signal, then drains it. */

import { given } from "@florin/core/request/Given"
import * as HttpServer from "@florin/http-adapter/HttpServer"
import * as HttpSettings from "@florin/http-adapter/HttpSettings"
import * as RequestObserver from "@florin/http-adapter/RequestObserver"
import * as Keys from "@florin/settings/Keys"
import * as Shops from "@florin/settings/Shops"
import * as DeliveryObserver from "@florin/webhook-dispatcher/DeliveryObserver"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as LogLevel from "effect/LogLevel"
import * as Option from "effect/Option"
import * as Queue from "effect/Queue"
import * as Schedule from "effect/Schedule"
import * as Optional from "../../host/optional.js"
import * as Parts from "../../host/parts.js"
import { BadSetting, bad } from "../badSetting.js"
import * as KeyProblems from "../commands/keyProblems.js"
import type { Settings } from "../settings.js"
import * as ConsoleLink from "./consoleLink.js"
import * as HostPorts from "./hostPorts.js"
import * as ListenAddress from "./listenAddress.js"
import type * as Log from "./log.js"
import type { Metrics } from "./metrics.js"
import * as Notices from "./notices.js"
import { mailer, sandboxFits } from "./parts.js"
import type { Say } from "./ready.js"
import * as RealServer from "./realServer.js"
import * as Signals from "./signals.js"

/** Limits for requests and for the whole stop. Due work finishes the rest after the next start. */
const drainFor = "6 seconds"
const stopWithin = "9 seconds"

// Over HTTP, as a client sees it.
const untilReady = (url: string) =>
  Effect.tryPromise(() => fetch(`${url}/health/ready`)).pipe(
    Effect.filterOrFail((response) => response.status === 200),
    Effect.retry(Schedule.spaced("50 millis")),
    Effect.timeout("30 seconds")
  )

const rotate = ({ keys }: Settings) => {
  const path = keys._tag === "File" ? keys.path : undefined
  return Keys.rotate.pipe(
    Effect.tap((count) => Effect.logInfo(`Key ring read again; ${count} cards and documents re-wrapped`)),
    Effect.catchAll((error) => {
      const why = error._tag === "KeyRingError" ? KeyProblems.problem(error, path) : error.message
      return Effect.logError(`The key ring was not put into use: ${why}`)
    })
  )
}

const refused = ({ host, port }: Settings) =>
  Effect.mapError(
    ({ system }: HttpServer.ListenError) =>
      new BadSetting({ lines: [ListenAddress.problem(system, host, port, "PORT")] })
  )

/**
 * With PORT=0 the port is taken first: only then is known what the addresses of pages begin with, unless FLORIN_BASE_URL says
 * it. Any other is taken once all is there, so that whoever asks the port alone finds a server that answers.
 */
const holding = (settings: Settings) => {
  if (settings.port !== 0) return Effect.succeed({ held: undefined, settings })
  return HttpServer.hold(settings).pipe(
    refused(settings),
    Effect.map((held) => {
      const own = ListenAddress.url(settings.host, settings.port)
      const baseUrl = settings.baseUrl === own ? ListenAddress.url(settings.host, held.port) : settings.baseUrl
      return { held, settings: { ...settings, baseUrl } }
    })
  )
}

const listen = ({ held, settings }: Serving) => {
  const { host, port } = settings
  return HttpServer.listen({ host, port, ...given({ held }), drainFor, console: true }).pipe(
    Effect.map((address) => ListenAddress.url(address.host, address.port)),
    refused(settings)
  )
}

const listenForScrapes = ({ host, metricsPort }: Settings, metrics: Metrics | undefined) =>
  Effect.gen(function* () {
    if (metrics === undefined || metricsPort === undefined) return []
    const MetricsServer = yield* Effect.promise(() => import("./metricsServer.js"))
    return [`Metrics: ${yield* MetricsServer.listen(metrics, host, metricsPort)}/metrics`]
  })

interface Serving {
  readonly settings: Settings
  readonly held: HttpServer.Held | undefined
  readonly metrics: Metrics | undefined
  readonly say: Say
}

interface Served extends Serving {
  readonly notices: ReadonlyArray<string>
}

// Listens before it makes the demo shop: when a port is in use, the shop's secrets would be lost with the process.
const serving = (served: Served) =>
  Effect.gen(function* () {
    const { metrics, notices, say, settings } = served
    const hangUps = yield* Signals.hangUps
    const { threeDSecureServers = [] } = settings.ports
    const isUnserved = !settings.sandbox && threeDSecureServers.length === 0
    if (isUnserved && settings.shops?.list.some(({ threeDSecure }) => threeDSecure)) {
      yield* Effect.logWarning("No 3-D Secure server is wired: shops with three_d_secure charge without it")
    }
    const url = yield* listen(served)
    const more = yield* listenForScrapes(settings, metrics)
    yield* untilReady(url)
    const isDemo = settings.sandbox && settings.shops === undefined && settings.ports.shops === undefined
    const made = isDemo ? yield* Shops.makeDemo : Option.none<Shops.NewShop>()
    const console = yield* ConsoleLink.notices(url, isDemo)
    const demo = isDemo && Option.isNone(made) ? yield* Notices.ofDemo : []
    yield* say(settings, url, made, [...notices, ...more, ...console, ...demo])
    yield* Effect.forkScoped(Effect.forever(Effect.zipRight(Queue.take(hangUps), rotate(settings))))
    yield* Effect.never
  }).pipe(Effect.scoped)

/** What is provided to the gateway from outside: observers, the mailer and settings. */
type Around = Layer.Layer<never, BadSetting>

const inSandbox = (served: Serving, around: Around) =>
  Effect.gen(function* () {
    const { settings } = served
    const SandboxServer = yield* Effect.mapError(
      Parts.loaded(Optional.sandbox, () => import("./sandboxServer.js")),
      ({ message }) => bad("FLORIN_SANDBOX=on", `cannot be used: ${message}`)
    )
    yield* sandboxFits(settings)
    yield* Effect.flatMap(SandboxServer.notices(settings), (notices) => serving({ ...served, notices })).pipe(
      Effect.provide(Layer.provide(SandboxServer.layer(settings), around))
    )
  })

const forReal = (served: Serving, around: Around) =>
  Effect.flatMap(Notices.ofReal(served.settings), (notices) => serving({ ...served, notices })).pipe(
    Effect.provide(Layer.provide(RealServer.layer(served.settings), around))
  )

const measuring = ({ metricsPort }: Settings) =>
  metricsPort === undefined
    ? Effect.succeed(undefined)
    : Effect.flatMap(
        Effect.promise(() => import("./metrics.js")),
        ({ make }) => make
      )

/** No observer is installed when requests are neither logged nor counted. */
const observing = (log: Log.Log, least: LogLevel.LogLevel, metrics: Metrics | undefined) => {
  const isLogged = LogLevel.lessThanEqual(least, LogLevel.Error)
  if (!isLogged && metrics === undefined) return Layer.empty
  return Layer.merge(
    RequestObserver.layer((observed) => {
      if (isLogged) log.request(observed)
      metrics?.request(observed)
    }),
    DeliveryObserver.layer((observed) => {
      if (isLogged) log.delivery(observed)
      metrics?.delivery(observed)
    })
  )
}

/** Runs until a signal. Fails only with errors of the start. */
export const serve = (configured: Settings, log: Log.Log, least: LogLevel.LogLevel, say: Say) =>
  Effect.gen(function* () {
    const { held, settings } = yield* holding(configured)
    const metrics = yield* measuring(settings)
    const { brake, framedBy, ports } = settings
    const around = Layer.mergeAll(
      observing(log, least, metrics),
      HttpSettings.layer({ framedBy, brake }),
      mailer(settings),
      HostPorts.beside(ports)
    )
    const served = { settings, held, metrics, say }
    const run = settings.sandbox ? inSandbox(served, around) : forReal(served, around)
    const fiber = yield* Effect.forkDaemon(run)
    const stopped = Effect.gen(function* () {
      const signal = yield* Signals.stop
      yield* Effect.logInfo(`${signal}: no new requests; those under way have ${drainFor}`)
      const ended = yield* Effect.timeoutOption(Effect.disconnect(Fiber.interrupt(fiber)), stopWithin)
      if (Option.isNone(ended)) yield* Effect.logWarning("Stopped with work under way; the next start finishes it")
    })
    const ended = Effect.catchAllCause(Fiber.join(fiber), (cause) =>
      Cause.isInterruptedOnly(cause) ? Effect.void : Effect.failCause(cause)
    )
    yield* Effect.raceFirst(ended, stopped)
  }).pipe(Effect.scoped)
