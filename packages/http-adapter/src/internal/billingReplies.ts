/** How routes of plans, customers and subscriptions read requests and answer. Source: D1, D2, D4, D13, D21. */
import type { IdempotencyKey } from "@florin/core/idempotency/IdempotencyKey"
import type { InvalidRequest } from "@florin/core/request/InvalidRequest"
import * as BillingErrors from "@florin/wire/BillingErrors"
import type * as FieldErrors from "@florin/wire/FieldErrors"
import type * as Requests from "@florin/wire/Requests"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Fingerprints from "../Fingerprints.js"
import { HttpSettings } from "../HttpSettings.js"
import * as Idempotent from "../Idempotent.js"
import { SandboxRoutes } from "../SandboxRoutes.js"
import { type Failure, json, optionalBody, parsed, Refused, type Reply, requiredBody, type Visit } from "./exchange.js"
import * as Merchant from "./merchant.js"
import { withUnknownMembers } from "./unknownMembers.js"

type Refusable = Failure | InvalidRequest

/** The refusals of these routes have a form of their own. */
export const told = (error: Refusable): Effect.Effect<never, Failure> => {
  switch (error._tag) {
    case "InvalidRequest":
      return Effect.fail(new Refused(BillingErrors.invalidRequest(error.errors)))
    case "NotFound":
      return Effect.fail(new Refused(BillingErrors.notFound))
    case "Refused":
    case "VaultError":
    case "NotInsideTransaction":
    case "StorageError":
      return Effect.fail(error)
  }
}

const decoded = <Request>(decoder: Requests.Decoder<Request>, body: Option.Option<unknown>) =>
  Option.isNone(body)
    ? Effect.fail(new Refused(BillingErrors.malformedJson))
    : Effect.catchAll(decoder(body.value), told)

type Work = (visit: Visit, body: Uint8Array, begun: Idempotent.Begun) => Effect.Effect<Reply, Failure>

/** A refusal of the work as its reply. */
const settled = (work: Effect.Effect<Reply, Failure>): Effect.Effect<Reply, Failure> =>
  Effect.catchTag(work, "Refused", ({ reply }) => Effect.succeed(reply))

type Standing = (visit: Visit, made: string) => Effect.Effect<string, Refusable>

/** The text of what was there before the request that would have created it, which answers 200. */
interface Stood {
  readonly stood: string
}

export interface Route<Request> {
  readonly decoder: Requests.Decoder<Request>
  /** `subject`: 16 hex digits that are the same when the request runs again; the id of what it creates ends in them. */
  readonly run: (visit: Visit, request: Request, subject: string) => Effect.Effect<string | Stood, Refusable>
  /** The answer of a command that has had its effect, from what it made. Absent: it may run again. */
  readonly standing?: Standing
  /** Default: 200. */
  readonly status?: number
  readonly unauthorized?: Reply
}

/** Runs a command, or answers what it did. Source: D13. */
const answering = <Answer>(
  visit: Visit,
  made: string | undefined,
  standing: Standing | undefined,
  run: Effect.Effect<Answer, Refusable>
): Effect.Effect<Answer | string, Refusable> =>
  made === undefined || standing === undefined ? run : standing(visit, made)

export const make = Effect.gen(function* () {
  const { asking, sending } = yield* Merchant.Merchant
  const fingerprint = yield* Fingerprints.make
  const idempotent = yield* Idempotent.make
  const { bodyLimit } = yield* HttpSettings
  const isSandbox = Option.isSome(yield* Effect.serviceOption(SandboxRoutes))

  const once = (
    visit: Visit,
    key: IdempotencyKey | undefined,
    work: (begun: Idempotent.Begun) => Effect.Effect<Reply, Failure>
  ) => idempotent.once(visit.shop, key, (begun) => settled(work(begun)))

  const keyed = (read: typeof requiredBody, work: Work) =>
    sending((visit) =>
      Effect.flatMap(Merchant.keyOf(visit.incoming, BillingErrors.invalidRequest), (header) =>
        Effect.flatMap(read(visit, bodyLimit), (body) =>
          Merchant.working(visit, () =>
            Effect.flatMap(fingerprint(visit, header, body), (key) =>
              once(visit, key, (begun) => work(visit, body, begun))
            )
          )
        )
      )
    )

  return {
    /** A POST with a body. */
    posting: <Request>({
      decoder,
      run,
      standing,
      status = 200,
      unauthorized = BillingErrors.unauthorized
    }: Route<Request>) =>
      Merchant.refusing(unauthorized)(
        keyed(requiredBody, (visit, bytes, { made, subject }) => {
          const body = parsed(bytes)
          const reply = Effect.flatMap(decoded(decoder, body), (request) =>
            Effect.map(
              Effect.catchAll(answering(visit, made, standing, run(visit, request, subject)), told),
              (answer): Reply => (typeof answer === "string" ? { ...json(answer), status } : json(answer.stood))
            )
          )
          return isSandbox ? Effect.map(settled(reply), withUnknownMembers(decoder, body)) : reply
        })
      ),
    /** A POST that needs no body. */
    commanding: (run: (visit: Visit) => Effect.Effect<string, Refusable>, standing: Standing) =>
      Merchant.refusing(BillingErrors.unauthorized)(
        keyed(optionalBody, (visit, _, { made }) =>
          Effect.map(Effect.catchAll(answering(visit, made, standing, run(visit)), told), json)
        )
      ),
    /** A GET. */
    querying: (run: (visit: Visit) => Effect.Effect<Reply, Refusable>) =>
      Merchant.refusing(BillingErrors.unauthorized)(asking((visit) => Effect.catchAll(run(visit), told)))
  }
})

/** The query of a route. A name that is sent twice is refused. `invalid` makes the refusal. */
export const queryOf =
  <A>(
    schema: { readonly fields: object },
    decode: ReturnType<typeof FieldErrors.decoder<A, unknown>>,
    invalid = BillingErrors.invalidRequest
  ) =>
  ({ incoming }: Pick<Visit, "incoming">): Effect.Effect<A, Refused> => {
    const sent = new URLSearchParams(incoming.query)
    const names = Object.keys(schema.fields)
    const twice = names.filter((name) => sent.getAll(name).length > 1)
    if (twice.length > 0) {
      const errors = twice.map((name) => ({ path: [name], sentence: "must be sent once" }))
      return Effect.fail(new Refused(invalid(errors)))
    }
    const known = Object.fromEntries(names.flatMap((name) => sent.getAll(name).map((value) => [name, value])))
    return Effect.mapError(decode(known), (errors) => new Refused(invalid(errors)))
  }

/** A page of a list, with a link to the next one. The link is relative, so that it holds under any mount path. */
export const pageOf = (text: string, found: ReadonlyArray<{ readonly id: string }>, limit: number): Reply => {
  const last = found.at(-1)
  if (last === undefined || found.length < limit) return json(text)
  return { ...json(text), headers: { link: `<?limit=${limit}&after=${last.id}>; rel="next"` } }
}
