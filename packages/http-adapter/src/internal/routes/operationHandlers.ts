/** Serves operations over HTTP: from a request to the answer of its row. Source: D1 to D5, D13, D21. */
import { CardVault } from "@florin/core/cards/CardVault"
import type {
  FirstAnswer,
  FirstDocument,
  IdempotencyKey,
  Refused as RefusedData
} from "@florin/core/idempotency/IdempotencyKey"
import type { Answer } from "@florin/core/operations/Answer"
import { NotFound } from "@florin/core/request/InvalidRequest"
import type { Shop } from "@florin/core/shops/Shop"
import * as EncryptedCards from "@florin/wire/EncryptedCards"
import * as Errors from "@florin/wire/Errors"
import * as FieldErrors from "@florin/wire/FieldErrors"
import * as Fingerprints from "@florin/wire/Fingerprints"
import * as Idempotent from "@florin/wire/Idempotent"
import * as Acting from "@florin/wire/operations/Acting"
import * as Operation from "@florin/wire/operations/Operation"
import type { RefusalForm } from "@florin/wire/operations/RefusalForm"
import * as Running from "@florin/wire/operations/Running"
import type * as Requests from "@florin/wire/Requests"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { HttpSettings } from "../../HttpSettings.js"
import {
  completed,
  type Exchange,
  type Failure,
  type Handler,
  json,
  longBody,
  optionalBody,
  parsed,
  Refused,
  type Reply,
  requiredBody
} from "../transport/exchange.js"
import { naming } from "../transport/unknownMembers.js"
import { type Access, type AccessOf, keysOf, type Owner, owned, type Visit } from "./access.js"
import { Actors } from "./actors.js"
import * as Merchant from "./merchant.js"
import { inOwnVersion } from "./ownVersion.js"

type Row = Operation.Any

/** The body of a route that takes long ones, and how it is read. */
export interface LongBody {
  readonly limit: number
  /** What must hold before anything of the body is read. */
  readonly before: (visit: Visit) => Effect.Effect<unknown, Operation.Refusal>
  readonly read: (bytes: Uint8Array, visit: Visit) => Effect.Effect<Either.Either<unknown, Errors.ErrorReply>>
}

type Run = (call: Operation.Call) => Effect.Effect<unknown, Operation.Refusal>

const replayed = { "Idempotency-Replayed": "true" }

/** A first answer as HTTP says it. */
const replyOf = ({ form, status = 200 }: Pick<Row, "form" | "status">, answer: FirstAnswer): Reply => {
  if ("sent" in answer) return answer.sent
  if ("refused" in answer) return refusedReply(form, answer.refused)
  if (status === 204) return { status, body: "" }
  return { status: answer.isNew === true ? status : 200, body: answer.once ?? answer.document }
}

const refusedReply = (form: RefusalForm, refused: RefusedData): Reply => {
  switch (refused._tag) {
    case "InvalidRequest":
      return form.invalid(refused.errors)
    case "DuplicateRequest":
      return form.duplicate
    case "NotFound":
      return form.notFound
  }
}

/** A refusal in the form of the operation; any other error ends the route. */
const refusalOf = (
  row: Pick<Row, "form" | "status">,
  error: Operation.Refusal | Failure,
  requestId: string
): Either.Either<Reply, Failure> => {
  switch (error._tag) {
    case "InvalidRequest":
    case "DuplicateRequest":
    case "NotFound":
      return Either.right(refusedReply(row.form, error))
    case "Refused":
      return Either.right(error.reply)
    case "AlreadyAnswered":
      return Either.right({ ...replyOf(row, error.answer), headers: replayed })
    case "IdempotencyMismatch":
      return Either.right(row.form.mismatch ?? Errors.errorReply(error, requestId))
    case "IdempotencyInFlight":
      return Either.right(Errors.errorReply(error, requestId))
    case "VaultError":
    case "NotInsideTransaction":
    case "StorageError":
      return Either.left(error)
  }
}

/** Ends a route with a refusal in a form. */
export const refusing =
  (form: RefusalForm) =>
  (error: Operation.Refusal | Failure): Effect.Effect<never, Failure> => {
    const reply = refusalOf({ form }, error, "")
    return Effect.fail(Either.isLeft(reply) ? reply.left : new Refused(reply.right))
  }

/** The record that the path names. */
const subjectIn = ({ subject }: Row): ((visit: Exchange) => Either.Either<unknown, NotFound>) => {
  if (subject === undefined) return () => Either.right(undefined)
  const isId = Schema.is(subject.schema as Schema.Schema<unknown>)
  return ({ params }) => {
    const id = params[subject.name]
    return isId(id) ? Either.right(id) : Either.left(new NotFound())
  }
}

/** The query of a request. A name that is sent twice is refused. */
const queryIn = ({ form, query }: Row): ((visit: Exchange) => Either.Either<unknown, Errors.ErrorReply>) => {
  if (query === undefined) return () => Either.right({})
  const names = Object.keys(query)
  const decode = FieldErrors.decoder(Schema.Struct(query) as unknown as Schema.Schema<unknown, unknown>)
  return ({ incoming }) => {
    const sent = new URLSearchParams(incoming.query)
    const twice = names.filter((name) => sent.getAll(name).length > 1)
    if (twice.length > 0) {
      return Either.left(form.invalid(twice.map((name) => ({ path: [name], sentence: "must be sent once" }))))
    }
    const known = Object.fromEntries(names.flatMap((name) => sent.getAll(name).map((value) => [name, value])))
    return Either.mapLeft(decode(known), form.invalid)
  }
}

const nothing: Option.Option<unknown> = Option.some({})

type Decoded = Either.Either<unknown, Errors.ErrorReply>

/** The request of a body. Of an operation without one nothing is read. */
const requestIn = ({ vault }: Services, { body, form }: Row): ((bytes: Uint8Array, visit: Visit) => Decoded) => {
  if (body === undefined) return () => Either.right(undefined)
  const { encrypted: target, wrapper } = body
  const plain = body.decode as Requests.Decoder<unknown>
  // Few cards come encrypted: nothing is loaded or made for the others.
  const decoderFor = ({ shop }: Visit, sent: unknown) => {
    const request = wrapper === undefined ? sent : (sent as Readonly<Record<string, unknown>> | null)?.[wrapper]
    const isPlain = typeof request !== "object" || request === null || !(EncryptedCards.member in request)
    if (isPlain || target === undefined) return plain
    const encrypted = { decode: plain, wrapper, target }
    return shop === undefined
      ? EncryptedCards.decoderOf(encrypted, EncryptedCards.sealed, {})
      : EncryptedCards.decoderOf(encrypted, vault, shop)
  }
  return (bytes, visit) => {
    const sent = body.isOptional === true && bytes.length === 0 ? nothing : parsed(bytes)
    if (Option.isNone(sent)) return Either.left(form.malformed)
    return Either.mapLeft(decoderFor(visit, sent.value)(sent.value), ({ errors }) => form.invalid(errors))
  }
}

/** A link to the next page of what was asked for. It is relative, so that it holds under any mount path. */
const linked = (row: Row, document: unknown, query: unknown, { incoming }: Visit): Reply["headers"] | undefined => {
  const { idsOn, query: members = {} } = row
  if (idsOn === undefined) return undefined
  const { limit } = query as { readonly limit: number }
  const ids = (idsOn as (document: unknown, query: unknown) => ReadonlyArray<string>)(document, query)
  const last = ids.at(-1)
  if (ids.length < limit || last === undefined) return undefined
  const sent = [...new URLSearchParams(incoming.query)]
  const filters = sent.filter(([name]) => Object.hasOwn(members, name) && name !== "limit" && name !== "after")
  const next = new URLSearchParams([["limit", String(limit)], ["after", last], ...filters])
  return { link: `<?${next}>; rel="next"` }
}

const documentOf = (row: Row, answer: unknown): FirstDocument => {
  const isExisting = answer instanceof Operation.Existing
  const document = JSON.stringify(Operation.replyOf(row, isExisting ? answer.document : answer))
  const kept = row.shownOnce === undefined ? { document } : Operation.shownOnce(row.shownOnce, document)
  return row.status === 201 && !isExisting ? { ...kept, isNew: true } : kept
}

const services = Effect.gen(function* () {
  const { bodyLimit } = yield* HttpSettings
  return {
    actors: yield* Actors,
    bodyLimit,
    fingerprint: yield* Fingerprints.make,
    idempotent: yield* Idempotent.make,
    vault: yield* CardVault,
    naming: yield* naming
  }
})

type Services = Effect.Effect.Success<typeof services>

interface Inputs {
  readonly id: unknown
  readonly request?: unknown
  readonly query?: unknown
  readonly key?: IdempotencyKey | undefined
  readonly subject?: string
}

const callOf = (
  { actor, incoming, isGuest = false, operator, shop, sight, uses }: Visit,
  { id, key, query, request, subject = "" }: Inputs
): Operation.Call => ({
  shop: shop as Shop,
  operator: operator as string,
  isGuest,
  id,
  request,
  query,
  key,
  subject,
  apiVersion: incoming.header("x-api-version"),
  ...(actor === undefined ? {} : { actor, sight, uses })
})

/** A GET. */
const reading = ({ naming }: Services, row: Row, run: Run, { enter, work }: Access, owner?: Owner): Handler => {
  const [idOf, queryOf] = [subjectIn(row), queryIn(row)]
  const answered = (visit: Visit): Effect.Effect<Reply, Failure> => {
    const query = queryOf(visit)
    if (Either.isLeft(query)) return Effect.succeed(query.left)
    const id = idOf(visit)
    if (Either.isLeft(id)) return Effect.succeed(row.form.notFound)
    return replied(row, visit, run(callOf(visit, { id: id.right, query: query.right })), (document) => {
      const headers = linked(row, document, query.right, visit)
      const reply = replyOf(row, documentOf(row, document))
      return headers === undefined ? reply : { ...reply, headers }
    })
  }
  const named = (visit: Visit) => Effect.map(idOf(visit), (id) => ({ id, request: undefined }))
  return enter((visit) =>
    Effect.flatMap(Effect.catchAll(owned(owner, visit, named(visit)), refusing(row.form)), (visit) =>
      work(visit, () => completed(answered(visit), naming?.(row, visit.incoming)))
    )
  )
}

/** How a POST is answered whose key, if it has one, and request are known. */
type Answering = (visit: Visit, key: IdempotencyKey | undefined, request: unknown) => Effect.Effect<Reply, Failure>

/** The answer of a run, whose key goes before what the request is refused for. */
const replied = <A>(
  row: Row,
  { requestId }: Visit,
  run: Effect.Effect<A, Operation.Refusal | Failure>,
  reply: (answer: A) => Reply
): Effect.Effect<Reply, Failure> =>
  Effect.matchEffect(run, {
    onFailure: (error) => refusalOf(row, error, requestId),
    onSuccess: (answer) => Effect.succeed(reply(answer))
  })

const keptReply = ({ document, replayed: isReplayed }: Answer): Reply =>
  isReplayed === true ? { ...json(document), headers: replayed } : json(document)

/** Keeps its first answer itself, in the commit that decides it. A refusal leaves the key free. */
const keeping = ({ idempotent }: Services, row: Row, run: Run): Answering => {
  const idOf = subjectIn(row)
  return (visit, key, request) => {
    const call = (id: unknown) => run(callOf(visit, { id, request, key })) as Effect.Effect<Answer, Operation.Refusal>
    const ran = Effect.flatMap(idOf(visit), call)
    return replied(row, visit, key === undefined ? ran : idempotent.kept(keysOf(visit), key, ran), keptReply)
  }
}

/** Claims its key before it runs, and keeps its answer after it. */
const claiming = ({ idempotent }: Services, row: Row, run: Run, done: Run | undefined): Answering => {
  const idOf = subjectIn(row)
  return (visit, key, request) => {
    const once = idempotent.once(keysOf(visit), key, ({ made, subject }) =>
      Effect.flatMap(idOf(visit), (id) => {
        const isDone = made !== undefined && done !== undefined
        const call = callOf(visit, { id, request: isDone ? made : request, subject })
        return Effect.map((isDone ? done : run)(call), (answer) => documentOf(row, answer))
      })
    )
    return replied(row, visit, once, (answer) => replyOf(row, answer))
  }
}

/** What one person may not do alone waits for another one, and claims no key meanwhile. Source: D74. */
const approved = ({ actors }: Services, row: Row, answered: Answering): Answering => {
  const idOf = subjectIn(row)
  return (visit, key, request) => {
    const id = idOf(visit)
    if (actors === undefined || visit.actor === undefined || Either.isLeft(id)) return answered(visit, key, request)
    return Effect.flatMap(actors.admitted(row, visit, { id: id.right, request }), (visit) =>
      answered(visit, key, request)
    )
  }
}

/** What changes something: its key, its body, and the answer. */
const posting = (
  services: Services,
  row: Row,
  answered: Answering,
  { enter, work }: Access,
  owner: Owner | undefined,
  long?: LongBody
): Handler => {
  const { bodyLimit, fingerprint, idempotent, naming } = services
  const { body, form } = row
  const requestOf = requestIn(services, row)
  const bodyOf = body === undefined || body.isOptional === true ? optionalBody : requiredBody

  const worked = (visit: Visit, header: string | undefined, bytes: Uint8Array): Effect.Effect<Reply, Failure> => {
    const owned = { ...visit, shop: keysOf(visit) }
    const key = header === undefined ? Effect.succeed(undefined) : fingerprint(owned, header, bytes)
    const read = long === undefined ? Effect.succeed(requestOf(bytes, visit)) : long.read(bytes, visit)
    const reply = Effect.flatMap(key, (key) =>
      Effect.flatMap(read, (request) =>
        Either.isRight(request) ? answered(visit, key, request.right) : unread(visit, key, request.left)
      )
    )
    return completed(reply, naming?.(row, visit.incoming, long === undefined ? bytes : undefined))
  }

  /** A request that can't be read is refused, and claims no key. */
  const unread = (visit: Visit, key: IdempotencyKey | undefined, reply: Errors.ErrorReply) =>
    replied(row, visit, idempotent.refused(keysOf(visit), key, new Refused(reply)), (never) => never)

  const received = (visit: Visit): Effect.Effect<Uint8Array, Failure> =>
    long === undefined
      ? bodyOf(visit, bodyLimit)
      : Effect.zipRight(Effect.catchAll(long.before(visit), refusing(form)), longBody(visit, long.limit, bodyLimit))

  const idOf = subjectIn(row)

  /** What a guest's token stands in is read before it is known whose it is. */
  const known = (visit: Visit, bytes: Uint8Array): Effect.Effect<Visit, Failure> => {
    // Read only where an owner is looked for: to read it twice takes time.
    const named = Effect.suspend(() =>
      Effect.flatMap(
        Either.mapLeft(requestOf(bytes, visit), (reply) => new Refused(reply)),
        (request) => Effect.map(idOf(visit), (id) => ({ id, request }))
      )
    )
    return Effect.catchAll(owned(owner, visit, named), refusing(form))
  }

  return enter((visit) => {
    const header = Merchant.keyOf(visit.incoming, form.invalid)
    if (Either.isLeft(header)) return Effect.fail(header.left)
    return Effect.flatMap(received(visit), (bytes) =>
      Effect.flatMap(known(visit, bytes), (visit) => work(visit, () => worked(visit, header.right, bytes)))
    )
  })
}

type Table = Readonly<Record<string, Row>>

/** What is made of each operation of a table, by all of its ids in the contract. */
export const each = <Rows extends Table, A>(
  table: Rows,
  made: (row: Rows[keyof Rows]) => A
): Readonly<Record<string, A>> =>
  Object.fromEntries(
    Object.values<Row>(table).flatMap((row) => {
      const one = made(row as Rows[keyof Rows])
      return [row.id, ...Object.keys(row.aliases ?? {})].map((id) => [id, one])
    })
  )

/** Makes the handlers of a table, by the ids of the contract. `long`: how a body with a document is read. */
export const make = Effect.map(services, (services) => {
  const handlerOf = <A extends Row>(row: A, accessOf: AccessOf, long: LongBody | undefined) =>
    Effect.gen(function* () {
      const uses = (yield* row.uses) as never
      const { actors } = services
      const run: Run = (call) => {
        const ran = Running.run(row, uses, call as never)
        return actors === undefined || call.actor === undefined ? ran : Acting.run(actors.audit, row, call, ran)
      }
      const done: Run | undefined = row.done && ((call) => row.done!(uses, call as never))
      const owner: Owner | undefined = row.owner && ((named) => row.owner!(uses, named as never))
      const access = accessOf(row)
      const alone = row.key === "kept" ? keeping(services, row, run) : claiming(services, row, run, done)
      const answered = row.moves === undefined ? alone : approved(services, row, alone)
      const handler =
        row.key === "none"
          ? reading(services, row, run, access, owner)
          : posting(services, row, answered, access, owner, long)
      const { unauthorized } = row.form
      const refusing = unauthorized === Errors.unauthorized ? handler : Merchant.refusing(unauthorized)(handler)
      return inOwnVersion(row)(refusing)
    }) as Effect.Effect<Handler, never, Operation.Services<A>>

  return <Rows extends Table>(table: Rows, accessOf: AccessOf, long?: LongBody) =>
    Effect.all(each(table, (row) => handlerOf(row, accessOf, row.body?.hasDocument === true ? long : undefined)))
})
