/** Runs the server until SIGTERM or SIGINT, then lets what is under way finish, for at most 9 seconds. */
import * as Keys from "@florin/gateway/Keys"
import * as Shops from "@florin/gateway/Shops"
import * as HttpServer from "@florin/http-adapter/HttpServer"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Logger from "effect/Logger"
import * as Option from "effect/Option"
import * as Queue from "effect/Queue"
import * as Schedule from "effect/Schedule"
import { banner, demoShop } from "./Banner.js"
import * as Notices from "./Notices.js"
import { real, simulated } from "./Server.js"
import * as Settings from "./Settings.js"

const stopWithin = 9_000

const say = (text: string) => Effect.sync(() => console.log(text))

// Asked over HTTP, as any client that waits for the server would.
const untilReady = (url: string) =>
  Effect.tryPromise(() => fetch(`${url}/health/ready`)).pipe(
    Effect.filterOrFail((response) => response.status === 200),
    Effect.retry(Schedule.spaced("50 millis")),
    Effect.timeout("30 seconds")
  )

// The handler stays: a hang-up while keys are being put into use asks for another round, and never ends the process.
const hangUps = Effect.gen(function* () {
  const asked = yield* Queue.sliding<void>(1)
  const ask = () => void asked.unsafeOffer(undefined)
  yield* Effect.acquireRelease(
    Effect.sync(() => process.on("SIGHUP", ask)),
    () => Effect.sync(() => process.off("SIGHUP", ask))
  )
  return asked
})

const rotate = Keys.rotate.pipe(
  Effect.tap((count) => Effect.logInfo(`Key ring read again; ${count} cards re-wrapped`)),
  Effect.catchAll((error) => Effect.logError(`The key ring was not put into use: ${error.message}`))
)

const serve = (settings: Settings.Settings, notices: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const asked = yield* hangUps
    if (settings.shops?.list.some(({ threeDSecure }) => threeDSecure)) {
      yield* Effect.logWarning("No 3-D Secure server is wired: shops with three_d_secure charge without it")
    }
    const made = settings.shops === undefined ? yield* Shops.makeDemo : Option.none()
    const address = yield* HttpServer.listen({ host: settings.host, port: settings.port, drainFor: "6 seconds" })
    const host = address.host.includes(":") ? `[${address.host}]` : address.host
    const url = `http://${host}:${address.port}`
    yield* untilReady(url)
    if (Option.isSome(made)) yield* say(demoShop(settings, made.value))
    yield* say(banner(settings, url, made, notices))
    yield* Effect.forkScoped(Effect.forever(Effect.zipRight(Queue.take(asked), rotate)))
    yield* Effect.never
  }).pipe(Effect.scoped)

// What a store, a key ring or a port refuses at the start is a setting that is wrong.
const asSetting = (error: { readonly _tag: string; readonly message: string }) => {
  switch (error._tag) {
    case "KeyRingError":
      return new Settings.BadSetting({ name: "FLORIN_KEYS", expected: `can't be used: ${error.message}` })
    case "StorageError":
    case "MigrationError":
    case "SettingRefused":
      return new Settings.BadSetting({ name: "FLORIN_DATABASE", expected: `can't be used: ${error.message}` })
    case "ListenError":
      return new Settings.BadSetting({ name: "HOST and PORT", expected: `can't be listened on: ${error.message}` })
    default:
      return error
  }
}

const program = Effect.gen(function* () {
  const settings = yield* Settings.read(process.env)
  yield* settings.sandbox
    ? Effect.provide(
        Effect.flatMap(Notices.ofSandbox(settings), (notices) => serve(settings, notices)),
        simulated(settings)
      )
    : Effect.provide(serve(settings, []), real(settings))
}).pipe(
  Effect.mapError(asSetting),
  Effect.provide(
    Logger.withConsoleError(Logger.logfmtLogger).pipe((logger) => Logger.replace(Logger.defaultLogger, logger))
  )
)

const fiber = Effect.runFork(program)

const stop = () => {
  // Whatever has not ended by then is finished by due work after the next start.
  setTimeout(() => process.exit(0), stopWithin).unref()
  Effect.runFork(Fiber.interrupt(fiber))
}
process.once("SIGTERM", stop)
process.once("SIGINT", stop)

fiber.addObserver(
  Exit.match({
    onSuccess: () => process.exit(0),
    onFailure: (cause) => {
      if (Cause.isInterruptedOnly(cause)) process.exit(0)
      const error = Cause.squash(cause)
      console.error(error instanceof Error ? error.message : String(error))
      process.exit(error instanceof Settings.BadSetting ? 2 : 1)
    }
  })
)
