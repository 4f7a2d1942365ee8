/** Stories over HTTP: one merchant, one gateway with the sandbox's bank. */
import { layer } from "@effect/vitest"
import { toWebHandler } from "@florin/http-adapter/WebHandler"
import { Sender } from "@florin/webhook-dispatcher/Sender"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { gatewayIn, makePlace, type Options, type Place, type Services } from "./gateway.js"
import * as Merchant from "./merchant.js"
import * as Office from "./office.js"
import * as Told from "./told.js"

/** A gateway in a place, with the merchant that is told of everything. It stops with the scope. */
export const openIn = (place: Place, options: Options = {}) =>
  Effect.gen(function* () {
    const ear = Told.make()
    const runtime = yield* Layer.toRuntime(gatewayIn(place, Layer.succeed(Sender, ear.sender), options))
    const handler = toWebHandler(runtime)
    /** Runs with the gateway's own services, by its clock. */
    const within = <A, Err>(effect: Effect.Effect<A, Err, Services>) => Effect.provide(effect, runtime)
    return { ...Merchant.make(handler, ear), ...Office.make(within), place, within }
  })

export type Opened = Effect.Effect.Success<ReturnType<typeof openIn>>

/** The next morning, at 9 o'clock: stories don't begin at the machine's fraction of a second. */
const morningAfter = (now: string): string =>
  `${new Date(Date.parse(now) + 86_400_000).toISOString().slice(0, 10)}T09:00:00Z`

const open = (options: Options): Effect.Effect<Opened, never, Scope.Scope> =>
  Effect.gen(function* () {
    const opened = yield* openIn(yield* Effect.orDie(makePlace), options)
    yield* opened.until(morningAfter((yield* opened.get("/sandbox/clock")).body.now))
    return opened
  })

/** The gateway of a file: its stories share it and its clock, which only goes forward. */
export class Journey extends Context.Tag("Journey")<Journey, Opened>() {}

type Add = Parameters<ReturnType<typeof layer<Journey, never, true>>>[1]

/** Stories in a gateway of their own. */
export const stories = (name: string, tests: Add, options: Options = {}): void =>
  layer(Layer.scoped(Journey, open(options)), { excludeTestServices: true })(name, tests)
