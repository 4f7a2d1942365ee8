/**
 * The sandbox's clock and ledger. Source: D38.
 */
import * as Errors from "@florin/wire/Errors"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { SandboxRoutes } from "../SandboxRoutes.js"
import * as Commands from "./commands.js"
import { absent, json, parsed, Refused } from "./exchange.js"
import * as Merchant from "./merchant.js"

const written = (value: unknown) => json(JSON.stringify(value))

export const make = Effect.gen(function* () {
  const offered = yield* Effect.serviceOption(SandboxRoutes)
  const { asking } = yield* Merchant.Merchant
  const command = yield* Commands.make
  if (Option.isNone(offered)) return { readClock: absent, moveClock: absent, ledger: absent }
  const sandbox = offered.value

  return {
    readClock: asking(() => Effect.map(sandbox.readClock, written)),
    moveClock: command((_, body) =>
      Option.match(parsed(body), {
        onNone: () => Effect.fail(new Refused(Errors.malformedJson)),
        onSome: (value) =>
          sandbox.moveClock(value).pipe(
            Effect.map(written),
            Effect.catchTag("InvalidRequest", ({ errors }) => Effect.fail(new Refused(Errors.invalidRequest(errors))))
          )
      })
    ),
    ledger: asking(() => Effect.map(sandbox.ledger, written))
  }
})
