/** Operations in process: from a row of the table to the effect that a host calls. */
import { createHash } from "node:crypto"
import { Entropy } from "@florin/core/ids/Ids"
import type { Answer } from "@florin/core/operations/Answer"
import { InvalidRequest, invalid, NotFound } from "@florin/core/request/InvalidRequest"
import type { Shop } from "@florin/core/shops/Shop"
import { Documents } from "@florin/wire/Documents"
import * as FieldErrors from "@florin/wire/FieldErrors"
import * as Operation from "@florin/wire/operations/Operation"
import type { Decoder } from "@florin/wire/Requests"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import type { CallOptions } from "../cards.js"
import { type Failure, refusal, shopOf, textOf, toldOf } from "./calls.js"
import { subscriptionToHost, subscriptionToWire, toCardWire, toHost, toWire } from "./camelCase.js"
import { keyed, once } from "./keyed.js"
import type { CallError, Parts } from "./twoFaces.js"

type Row = Operation.Any

type Run = (call: Operation.Call) => Effect.Effect<unknown, Failure>

/** Who calls: a shop by its id, or an operator of all shops. */
export type Caller = { readonly shop: string } | "operator"

/** What a host has passed to a call: the record it is about, the request or the query, and the options. */
interface Given {
  readonly subject: unknown
  readonly said: unknown
  readonly options: CallOptions | undefined
}

const givenOf = ({ body, query, subject }: Row, given: ReadonlyArray<unknown>): Given => {
  const left = [...given]
  return {
    subject: subject === undefined ? undefined : left.shift(),
    said: body === undefined && query === undefined ? undefined : left.shift(),
    options: left.shift() as CallOptions | undefined
  }
}

const subjectOf = ({ subject }: Row, said: unknown): Effect.Effect<unknown, NotFound | InvalidRequest> => {
  if (subject === undefined) return Effect.succeed(undefined)
  const isId = Schema.is(subject.schema as Schema.Schema<unknown>)
  const name = subject.schema === Schema.String ? "tracking_id" : subject.name
  return Effect.flatMap(textOf(name, said), (text) => (isId(text) ? Effect.succeed(text) : new NotFound()))
}

const sizeOf = ({ most, usual }: Operation.PageSizes, limit: unknown): Either.Either<number, InvalidRequest> => {
  if (limit === undefined) return Either.right(usual)
  return Number.isSafeInteger(limit) && (limit as number) > 0
    ? Either.right(Math.min(limit as number, most))
    : Either.left(invalid("limit", `must be greater than 0: a whole number, of which at most ${most} are answered`))
}

/** The query of a call. What it does not have is refused: a misspelled filter would list everything. */
const queryOf = (row: Row, said: unknown): Either.Either<unknown, InvalidRequest> => {
  const { query, page } = row
  if (query === undefined) return Either.right({})
  const { after, limit, ...others } = (toWire(said) ?? {}) as Readonly<Record<string, unknown>>
  const { after: _, limit: __, ...fields } = query
  const unknown = Object.keys(others).find((name) => !(name in fields))
  if (unknown !== undefined) return Either.left(invalid(unknown, "is no member of this query"))
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

/** The request as the wire spells it. */
const spelledOf = ({ body, group, id }: Row, said: unknown): unknown => {
  const spell =
    group === "cards"
      ? (toCardWire as (said: unknown) => unknown)
      : id === "createSubscription"
        ? subscriptionToWire
        : toWire
  const request = spell(said)
  return body?.isWrapped === true ? { request } : request
}

const isBytes = (content: unknown): content is Uint8Array => ArrayBuffer.isView(content) && "length" in content

/** A proof has the bytes of its document where the wire has base64. */
const proofOf = (said: unknown) => {
  const { document, ...proof } = (said ?? {}) as { readonly document?: { content?: unknown; fileName?: unknown } }
  const content = document?.content
  if (!isBytes(content)) return undefined
  const described = {
    contentType: "application/pdf",
    fileName: document?.fileName,
    fileSize: content.length,
    checksum: createHash("sha256").update(content).digest("hex"),
    // In the place of the base64, which nobody reads here.
    content: "-"
  }
  return { content, said: { ...proof, document: described } }
}

const shownOf = ({ member, record }: Row, document: unknown): unknown => {
  if (member === null) return undefined
  const shown = record === "subscription" ? subscriptionToHost(document) : toHost(document)
  return member === undefined ? shown : (shown as Readonly<Record<string, unknown>>)[member]
}

/** The document of an answer whose operation keeps its first one itself. */
const documentOf = ({ document, replayed, transaction }: Answer): Effect.Effect<unknown, never, Documents> =>
  replayed === true
    ? Effect.sync(() => JSON.parse(document))
    : Effect.map(Documents, (documentOf) => documentOf(transaction))

const operatorIn = (said: unknown) => {
  const { by, ...request } = (said ?? {}) as { readonly by?: unknown }
  return typeof by === "string" && /^[^\u0000-\u001f]{1,64}$/.test(by) && by.trim() !== ""
    ? Effect.succeed({ by, request })
    : refusal(["by"], "must be a text of 1 to 64 characters")
}

const newSubject = Effect.map(Entropy, (entropy) => Buffer.from(entropy(8)).toString("hex"))

const plain = ({ answer }: { readonly answer: unknown }): unknown =>
  answer instanceof Operation.Existing ? answer.document : answer

/** Carries out a call that a host has made. */
const carriedOut = (row: Row, { options, said: given, subject }: Given, shop: Shop | undefined) =>
  Effect.gen(function* () {
    const isDecision = shop === undefined && row.subject !== undefined && row.body !== undefined
    const { by, request: own } = isDecision ? yield* operatorIn(given) : { by: "", request: given }
    const proof = row.id === "proveTransfer" ? proofOf(own) : undefined
    if (row.id === "proveTransfer" && proof === undefined) {
      return yield* refusal(["document", "content"], "must be the bytes of a file, as a Uint8Array")
    }
    const request = row.body === undefined ? undefined : spelledOf(row, proof?.said ?? own)
    const decoded = Effect.gen(function* () {
      if (row.body === undefined) return undefined
      const decode = row.body.decode as Decoder<{ readonly document?: object }>
      const sent = yield* decode(row.body.isOptional === true ? (request ?? {}) : request)
      return proof === undefined ? sent : { ...sent, document: { ...sent.document, content: proof.content } }
    })
    const call = (more: Partial<Operation.Call>) =>
      Effect.gen(function* () {
        const run = yield* row.run as Effect.Effect<Run, never, Parts>
        const query = yield* queryOf(row, given)
        const request = more.request ?? (yield* decoded)
        const id = yield* subjectOf(row, subject)
        return yield* run({
          shop: shop as Shop,
          operator: by,
          id,
          query,
          key: undefined,
          subject: "",
          ...more,
          request
        })
      })
    const printed = {
      shop: shop as Shop,
      name: row.name,
      request:
        row.subject === undefined ? request : { [row.group === "transfers" ? "payment" : "id"]: subject, request },
      options
    }
    switch (row.key) {
      case "none":
        return yield* call({})
      case "kept": {
        const answer = yield* keyed(printed, (key) => call({ key }))
        return yield* documentOf(answer as Answer)
      }
      case "claimed": {
        if (options === undefined) return plain({ answer: yield* call({ subject: yield* newSubject }) })
        const done = row.done as Effect.Effect<Run, never, Parts> | undefined
        const text = yield* once(
          printed,
          (subject) => Effect.map(call({ subject: subject ?? "" }), (answer) => JSON.stringify(plain({ answer }))),
          done === undefined
            ? undefined
            : (made) =>
                Effect.gen(function* () {
                  const [run, id] = [yield* done, yield* subjectOf(row, subject)]
                  const answered = run({
                    shop: shop as Shop,
                    operator: by,
                    id,
                    query: {},
                    key: undefined,
                    subject: "",
                    request: made
                  })
                  return JSON.stringify(yield* answered)
                })
        )
        return JSON.parse(text)
      }
    }
  })

/** An operation as a host calls it. */
export const calling =
  (row: Row, caller: Caller) =>
  (...given: ReadonlyArray<unknown>): Effect.Effect<unknown, CallError, Parts> => {
    const shop = caller === "operator" ? Effect.succeed(undefined) : shopOf(caller.shop)
    return Effect.flatMap(shop, (shop) => carriedOut(row, givenOf(row, given), shop)).pipe(
      Effect.map((document) => shownOf(row, document)),
      Effect.mapError((error) => toldOf(row.record)(error as Failure))
    ) as Effect.Effect<unknown, CallError, Parts>
  }

type Members = { [name: string]: unknown }

/** The operations of a table as an object, by the parts of their names. */
export const faceOf = (table: Readonly<Record<string, Row>>, caller: Caller): Members => {
  const face: Members = {}
  for (const row of Object.values(table)) {
    if (row.isHttpOnly === true) continue
    const names = row.name.split(".")
    const section = names.slice(0, -1).reduce((at, name) => (at[name] ??= {}) as Members, face)
    section[names.at(-1)!] = calling(row, caller)
  }
  return face
}
