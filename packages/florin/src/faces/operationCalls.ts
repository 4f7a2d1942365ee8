/** Operations in process: from a row of the table to the effect that a host calls. */
import { createHash } from "node:crypto"
import { AlreadyAnswered, type IdempotencyKey } from "@florin/core/idempotency/IdempotencyKey"
import { TransactionUid } from "@florin/core/ids/Ids"
import type { Answer } from "@florin/core/operations/Answer"
import { Transactions } from "@florin/core/queries/Transactions"
import { InvalidRequest, invalid, NotFound } from "@florin/core/request/InvalidRequest"
import type { Shop } from "@florin/core/shops/Shop"
import type { SentProof } from "@florin/core/transfers/TransferRequest"
import { Documents } from "@florin/wire/Documents"
import * as FieldErrors from "@florin/wire/FieldErrors"
import * as Operation from "@florin/wire/operations/Operation"
import * as Running from "@florin/wire/operations/Running"
import { SandboxRoutes } from "@florin/wire/operations/SandboxPort"
import { table } from "@florin/wire/operations/Table"
import type { Decoder } from "@florin/wire/Requests"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as AST from "effect/SchemaAST"
import { type Failure, friendly, hostErrorOf, idOf, shopOf, textOf } from "./calls.js"
import {
  camelCase,
  checkoutToWire,
  subscriptionToHost,
  subscriptionToWire,
  toCardWire,
  toHost,
  toWire
} from "./camelCase.js"
import * as EntitlementCalls from "./entitlementCalls.js"
import { type Given, givenOf } from "./given.js"
import type { InProcessShop } from "./inProcessShop.js"
import { keyed, once } from "./keyed.js"
import { refusal } from "./refusal.js"
import type { RequestRefused } from "./refusals.js"
import { type CallError, type Effectful, type Parts, reading } from "./twoFaces.js"

type Row = Operation.Any

/** Who calls: a shop by its id, an operator of all shops, or the host where a shop's bank and customers are simulated. */
export type Caller = { readonly shop: string } | "operator" | "sandbox"

const subjectOf = ({ subject }: Row, input: unknown): Effect.Effect<unknown, NotFound | InvalidRequest> => {
  if (subject === undefined) return Effect.succeed(undefined)
  const name = subject.schema === Schema.String ? "tracking_id" : subject.name
  return idOf(subject.schema as Schema.Schema<string>, name)(input)
}

const sizeOf = ({ most, usual }: Operation.PageSizes, limit: unknown): Either.Either<number, InvalidRequest> => {
  if (limit === undefined) return Either.right(usual)
  return Number.isSafeInteger(limit) && (limit as number) > 0
    ? Either.right(Math.min(limit as number, most))
    : Either.left(invalid("limit", `must be greater than 0: a whole number, of which at most ${most} are answered`))
}

/** Refuses what a question does not have: a misspelled filter would answer for everything. */
const strangerIn = (names: ReadonlyArray<PropertyKey>, members: object): InvalidRequest | undefined => {
  const stranger = Object.keys(members).find((name) => !names.includes(name))
  return stranger === undefined ? undefined : invalid(stranger, "is no member of this query")
}

/** The query of a call. */
const queryOf = (row: Row, input: unknown): Either.Either<unknown, InvalidRequest> => {
  const { query, page } = row
  if (query === undefined) return Either.right({})
  const { after, limit, ...others } = (toWire(input) ?? {}) as Readonly<Record<string, unknown>>
  const { after: _, limit: __, ...fields } = query
  const stranger = strangerIn(Object.keys(fields), others)
  if (stranger !== undefined) return Either.left(stranger)
  if (after !== undefined && typeof after !== "string") return Either.left(invalid("after", "must be a text"))
  const decode = FieldErrors.decoder(Schema.Struct(fields) as unknown as Schema.Schema<object, unknown>)
  return Either.flatMap(
    Either.mapLeft(decode(others), ([first, ...others]) => new InvalidRequest({ errors: [first!, ...others] })),
    (decoded) =>
      page === undefined
        ? Either.right(decoded)
        : Either.map(sizeOf(page, limit), (limit) => ({ ...decoded, limit, after }))
  )
}

/** Records with members that a shop sends along, whose own members have its names: they are sent and answered as they are. */
const sentAlong: ReadonlySet<Operation.RecordKind> = new Set([
  "plan",
  "customer",
  "subscription",
  "checkout",
  "product"
])

/** How the wire spells what is asked of a record. */
const spellingOf = ({ group, record }: Row): ((input: never) => unknown) => {
  if (group === "cards") return toCardWire
  if (record === "checkout") return checkoutToWire
  return sentAlong.has(record) ? subscriptionToWire : toWire
}

/** The request as the wire spells it. */
const spelledOf = (row: Row, input: unknown): unknown => Operation.bodyOf(row, spellingOf(row)(input as never))

const isBytes = (content: unknown): content is Uint8Array => ArrayBuffer.isView(content) && "length" in content

/** What the wire has beside the base64. Keys are compared by it, in this order. */
const described = (content: Uint8Array, fileName: unknown) => ({
  contentType: "application/pdf",
  fileName,
  fileSize: content.length,
  checksum: createHash("sha256").update(content).digest("hex"),
  content: "-"
})

const shownOf = ({ member, record }: Row, document: unknown): unknown => {
  if (member === null) return undefined
  const shown = sentAlong.has(record) ? subscriptionToHost(document) : toHost(document)
  return member === undefined ? shown : (shown as Readonly<Record<string, unknown>>)[member]
}

/** The document of an answer whose operation keeps its first one itself. */
const documentOf = ({ document, replayed, transaction }: Answer): Effect.Effect<unknown, never, Documents> =>
  replayed === true
    ? Effect.sync(() => JSON.parse(document))
    : Effect.map(Documents, (documentOf) => documentOf(transaction))

/** Who decides, of an operator's decision, and the rest of what was said. */
const decidedBy = (input: unknown) => {
  const { by, ...request } = (input ?? {}) as { readonly by?: unknown }
  return typeof by === "string" && /^[^\u0000-\u001f]{1,64}$/.test(by) && by.trim() !== ""
    ? Effect.succeed({ by, request: request as unknown })
    : refusal(["by"], "must be a text of 1 to 64 characters")
}

/** A request before and after it is decoded. */
interface Request {
  readonly spelled: unknown
  readonly decoded: Effect.Effect<unknown, InvalidRequest>
}

const namesOf = ({ ast }: Schema.Schema.Any): ReadonlyArray<PropertyKey> =>
  AST.getPropertySignatures(AST.encodedAST(ast)).map(({ name }) => name)

const none: Request = { spelled: undefined, decoded: Effect.succeed(undefined) }

const requestOf = (row: Row, input: unknown): Effect.Effect<Request, RequestRefused> => {
  if (row.body === undefined) return Effect.succeed(none)
  const { decode, isOptional } = row.body
  if (row.body.hasDocument === true) return provingOf(row, decode as Decoder<SentProof>, input)
  const spelled = spelledOf(row, input)
  const members = isOptional === true ? (spelled ?? {}) : spelled
  const stranger = row.changesNothing === true ? strangerIn(namesOf(row.body.schema), Object(members)) : undefined
  return Effect.succeed({ spelled, decoded: stranger ?? decode(members) })
}

/** A proof has the bytes of its document where the wire has base64, which nobody makes of them here. */
const provingOf = (row: Row, decode: Decoder<SentProof>, input: unknown): Effect.Effect<Request, RequestRefused> => {
  const { document, ...proof } = (input ?? {}) as { readonly document?: { content?: unknown; fileName?: unknown } }
  const content = document?.content
  if (!isBytes(content)) return refusal(["document", "content"], "must be the bytes of a file, as a Uint8Array")
  const spelled = spelledOf(row, { ...proof, document: described(content, document?.fileName) })
  const decoded = Effect.map(decode(spelled), (sent) => ({ ...sent, document: { ...sent.document, content } }))
  return Effect.succeed({ spelled, decoded })
}

/** A call without its key, ready to run. */
interface Prepared {
  readonly row: Row
  readonly input: Given
  readonly request: Request
  readonly shop: Shop | undefined
  readonly operator: string
}

type More = { readonly key?: IdempotencyKey | undefined; readonly subject?: string }

const callOf = ({ operator, shop }: Prepared, more: Omit<Operation.Call, "shop" | "operator">): Operation.Call => ({
  shop: shop as Shop,
  operator,
  ...more
})

const usesOf = ({ uses }: Row) => uses as Effect.Effect<never, never, Parts>

const ran = (prepared: Prepared, { key, subject = "" }: More): Effect.Effect<unknown, Failure, Parts> =>
  Effect.gen(function* () {
    const { request, row, input } = prepared
    const uses = yield* usesOf(row)
    const query = yield* queryOf(row, input.input)
    const decoded = yield* request.decoded
    const id = yield* subjectOf(row, input.subject)
    return yield* Running.run(row, uses, callOf(prepared, { id, query, request: decoded, key, subject }) as never)
  })

/** The answer of a command that has had its effect, from what it made. */
const doneOf = (prepared: Prepared): ((made: string) => Effect.Effect<unknown, Failure, Parts>) | undefined => {
  const { row, input } = prepared
  const { done } = row
  if (done === undefined) return undefined
  return (made) =>
    Effect.gen(function* () {
      const uses = yield* usesOf(row)
      const id = yield* subjectOf(row, input.subject)
      const call = callOf(prepared, { id, query: {}, request: made, key: undefined, subject: "" })
      return yield* done(uses, call as never)
    })
}

const documentIn = (answer: unknown): unknown => (answer instanceof Operation.Existing ? answer.document : answer)

/** What a key is compared by: the call as the wire spells it. */
const printedOf = ({ request: { spelled }, row, input, shop }: Prepared) => ({
  shop: shop as Shop,
  name: row.name,
  request:
    row.subject === undefined
      ? spelled
      : { [row.group === "transfers" ? "payment" : "id"]: input.subject, request: spelled },
  options: input.options
})

const carriedOut = (prepared: Prepared): Effect.Effect<unknown, Failure, Parts> => {
  switch (prepared.row.key) {
    case "none":
      return ran(prepared, {})
    case "kept":
      return Effect.flatMap(
        keyed(printedOf(prepared), (key) => ran(prepared, { key })),
        (answer) => documentOf(answer as Answer)
      )
    case "claimed":
      return once(
        printedOf(prepared),
        (subject) => Effect.map(ran(prepared, { subject }), documentIn),
        doneOf(prepared)
      )
  }
}

/** A repetition resolves as the first call did. */
const again = (error: AlreadyAnswered): Effect.Effect<unknown, AlreadyAnswered> => {
  const { answer } = error
  return "document" in answer ? Effect.sync(() => JSON.parse(answer.document)) : error
}

const preparing = (row: Row, input: Given, shop: Shop | undefined) =>
  Effect.gen(function* () {
    const { by, request } = Operation.isDecision(row) ? yield* decidedBy(input.input) : { by: "", request: input.input }
    return { row, input, request: yield* requestOf(row, request), shop, operator: by } satisfies Prepared
  })

const isUid = Schema.is(TransactionUid)

/** A host owns every shop, so that a uid finds its shop. */
const shopWith = (input: unknown) =>
  Effect.gen(function* () {
    const uid = yield* textOf("uid", input)
    const found = isUid(uid) ? yield* (yield* Transactions).findPublic(uid) : yield* new NotFound()
    return yield* shopOf(found.shop)
  })

const isReal = () => refusal([], "is of the sandbox, and this Florin charges for real")

/** The shop that is called for. */
const callerOf = (row: Row, caller: Caller, { subject }: Given): Effect.Effect<Shop | undefined, Failure, Parts> => {
  if (caller === "operator") return Effect.succeed(undefined)
  if (caller !== "sandbox") return shopOf(caller.shop)
  return Effect.flatMap(Effect.serviceOption(SandboxRoutes), (routes) => {
    if (Option.isNone(routes)) return isReal()
    return row.subject === undefined ? Effect.succeed(undefined) : shopWith(subject)
  })
}

const severalWords = /\b[a-z0-9]+(?:_[a-z0-9]+)+\b/g

/** Spells the members of a request as hosts do where a sentence names them. */
const spellerOf =
  ({ body }: Row) =>
  (sentence: string): string => {
    const members = body === undefined ? [] : namesOf(body.schema)
    return sentence.replaceAll(severalWords, (word) => (members.includes(word) ? camelCase(word) : word))
  }

/** An operation as a host calls it. */
export const calling = (row: Row, caller: Caller) => {
  const call = (...given: ReadonlyArray<unknown>): Effect.Effect<unknown, CallError, Parts> =>
    Effect.flatMap(givenOf(row, given), (input) =>
      Effect.flatMap(callerOf(row, caller, input), (shop) => preparing(row, input, shop)).pipe(
        Effect.flatMap(carriedOut),
        Effect.catchIf((error) => error instanceof AlreadyAnswered, again),
        Effect.map((document) => shownOf(row, document)),
        Effect.catchAll((error) => friendly(input.input)(hostErrorOf(row.record, spellerOf(row))(error)))
      )
    )
  return row.key === "none" ? reading(call) : call
}

type Members = { [name: string]: unknown }

const sectionOf = (face: Members, name: string): Members => {
  face[name] ??= {}
  return face[name] as Members
}

/** The operations of a table as an object, by the parts of their names. */
export const faceOf = (table: Readonly<Record<string, Row>>, caller: Caller): Members => {
  const face: Members = {}
  for (const row of Object.values(table)) {
    if (row.isHttpOnly === true) continue
    const names = row.name.split(".")
    names.slice(0, -1).reduce(sectionOf, face)[names.at(-1)!] = calling(row, caller)
  }
  return face
}

/** All that a shop does in process. */
export const shop = (id: string) =>
  ({ ...faceOf(table, { shop: id }), ...EntitlementCalls.shop(id) }) as unknown as Effectful<InProcessShop>
