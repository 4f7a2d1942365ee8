/** Common to the operators' routes: authentication, admission, bodies, and the idempotency key of a POST. */
import type { ShopId } from "@florin/core/ids/Ids"
import type { InvalidRequest } from "@florin/core/request/InvalidRequest"
import * as OperatorErrors from "@florin/wire/OperatorErrors"
import type * as Requests from "@florin/wire/Requests"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Fingerprints from "../Fingerprints.js"
import { HttpSettings } from "../HttpSettings.js"
import * as Idempotent from "../Idempotent.js"
import type { OperatorDirectory } from "../Operators.js"
import { SandboxRoutes } from "../SandboxRoutes.js"
import { type Exchange, type Failure, type Handler, optionalBody, parsed, Refused, type Reply } from "./exchange.js"
import * as Merchant from "./merchant.js"
import { withUnknownMembers } from "./unknownMembers.js"

type Refusable = Failure | InvalidRequest

/** A request whose operator is known. */
export interface Visit extends Exchange {
  readonly operator: string
}

/** An operator's keys have a space of their own: no shop's id has a slash. Source: D13. */
const ownerOf = (operator: string): Idempotent.Owner => ({ id: `operator/${operator}` as ShopId })

const told = (error: Refusable): Effect.Effect<never, Failure> => {
  switch (error._tag) {
    case "InvalidRequest":
      return Effect.fail(new Refused(OperatorErrors.invalidRequest(error.errors)))
    case "NotFound":
      return Effect.fail(new Refused(OperatorErrors.notFound))
    case "Refused":
    case "VaultError":
    case "NotInsideTransaction":
    case "StorageError":
      return Effect.fail(error)
  }
}

const nothing: Option.Option<unknown> = Option.some({})

/** No body says what an empty object says. */
const bodyOf = (bytes: Uint8Array): Option.Option<unknown> => (bytes.length === 0 ? nothing : parsed(bytes))

/** A refusal as its reply. */
const settled = (work: Effect.Effect<Reply, Failure>): Effect.Effect<Reply, Failure> =>
  Effect.catchTag(work, "Refused", ({ reply }) => Effect.succeed(reply))

export const make = Effect.fnUntraced(function* ({ authenticate }: OperatorDirectory) {
  const fingerprint = yield* Fingerprints.make
  const idempotent = yield* Idempotent.make
  const { bodyLimit } = yield* HttpSettings
  const isSandbox = Option.isSome(yield* Effect.serviceOption(SandboxRoutes))
  const entering = yield* Merchant.door({
    authenticate,
    idOf: (operator) => operator,
    arrive: ({ operate }, operator) => operate(operator),
    tell: (observed, operator) => {
      observed.operator = operator
    },
    unauthorized: OperatorErrors.unauthorized
  })

  const decoded = <Request>(decoder: Requests.Decoder<Request>, body: Option.Option<unknown>) =>
    Option.isNone(body)
      ? Effect.fail(new Refused(OperatorErrors.malformedJson))
      : Effect.catchAll(decoder(body.value), told)

  /** Runs once per idempotency key. `done`: the answer once it has had its effect. Absent: it may run again. */
  const posting = <Request>(
    decoder: Requests.Decoder<Request>,
    run: (visit: Visit, request: Request) => Effect.Effect<Reply, Refusable>,
    done?: (visit: Visit) => Effect.Effect<Reply, Refusable>
  ): Handler => {
    const once = Effect.fnUntraced(function* (visit: Visit, header: string | undefined, bytes: Uint8Array) {
      const shop = ownerOf(visit.operator)
      const key = yield* fingerprint({ ...visit, shop }, header, bytes)
      const body = bodyOf(bytes)
      const work = Effect.flatMap(decoded(decoder, body), (request) => Effect.catchAll(run(visit, request), told))
      const noted = isSandbox ? Effect.map(settled(work), withUnknownMembers(decoder, body)) : settled(work)
      return yield* idempotent.once(shop, key, ({ made }) =>
        made === undefined || done === undefined ? noted : settled(Effect.catchAll(done(visit), told))
      )
    })
    return entering((exchange, operator) =>
      Effect.flatMap(Merchant.keyOf(exchange.incoming, OperatorErrors.invalidRequest), (header) =>
        Effect.flatMap(optionalBody(exchange, bodyLimit), (bytes) => once({ ...exchange, operator }, header, bytes))
      )
    )
  }

  const getting = (run: (visit: Visit) => Effect.Effect<Reply, Refusable>): Handler =>
    entering((exchange, operator) => Effect.catchAll(run({ ...exchange, operator }), told))

  return { getting, posting }
})
