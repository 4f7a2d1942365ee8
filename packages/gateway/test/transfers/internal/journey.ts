/** Stories over HTTP: one merchant, one gateway with the sandbox's bank. */
import { describe, it } from "@effect/vitest"
import { toWebHandler } from "@florin/http-adapter/WebHandler"
import { Sender } from "@florin/webhook-dispatcher/Sender"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { afterAll, beforeAll } from "vitest"
import * as Deliveries from "./deliveries.js"
import { gatewayIn, makePlace, type Options, type Place, type Services } from "./gateway.js"
import * as Merchant from "./merchant.js"
import * as Office from "./office.js"

/** A gateway in a place, with the merchant that is told of everything. It stops with the scope. */
export const openIn = (place: Place, options: Options = {}) =>
  Effect.gen(function* () {
    const ear = Deliveries.make()
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

type Story = Effect.Effect<unknown, unknown, Journey>

/** As `it` of the tests' framework, of stories. */
export interface Add {
  readonly effect: {
    (name: string, story: () => Story): void
    readonly each: <Case>(cases: ReadonlyArray<Case>) => (name: string, story: (one: Case) => Story) => void
  }
}

/** Stories in a gateway of their own. The framework's `layer` changes `it` for all files that share its modules. */
export const stories = (name: string, tests: (add: Add) => void, options: Options = {}): void => {
  describe(name, () => {
    const scope = Effect.runSync(Scope.make())
    let journey: Opened | undefined
    beforeAll(async () => {
      journey = await Effect.runPromise(Scope.extend(open(options), scope))
    })
    afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))
    const reported = (story: () => Story): Effect.Effect<unknown, unknown> =>
      Effect.suspend(() =>
        journey === undefined
          ? Effect.dieMessage("The gateway has not started")
          : Effect.provideService(story(), Journey, journey)
      )
    const effect = (name: string, story: () => Story): void => it.live(name, () => reported(story))
    const each: Add["effect"]["each"] = (cases) => (name, story) =>
      it.live.each([...cases])(name, (one) => reported(() => story(one)))
    tests({ effect: Object.assign(effect, { each }) })
  })
}
