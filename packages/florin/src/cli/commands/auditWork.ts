/** The work of `florin audit`. */
import { ShopId } from "@florin/core/ids/Ids"
import { type AuditEntry, AuditId, type AuditKind } from "@florin/core/people/AuditEntry"
import type { AuditPageRequest } from "@florin/core/people/PersonStore"
import { visibleShops } from "@florin/core/people/Role"
import * as Audit from "@florin/core/people-operations/Audit"
import * as PeopleDocuments from "@florin/wire/PeopleDocuments"
import * as Console from "effect/Console"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { bad } from "../badSetting.js"
import * as StoreAsIs from "../server/storeAsIs.js"
import * as Settings from "../settings.js"
import { aligned } from "../text/columns.js"
import { instantOf } from "../text/instants.js"
import { actor } from "./actor.js"

type Text = Option.Option<string>

interface Requested {
  readonly from: Text
  readonly to: Text
  readonly actor: Text
  readonly kind: Option.Option<AuditKind>
  readonly operation: Text
  readonly shop: Text
  readonly subject: Text
  readonly limit: number
  readonly after: Text
  readonly all: boolean
  readonly as: Text
  readonly json: boolean
}

const idOf = <A>(name: string, schema: Schema.Schema<A, string>, given: Text, form: string) =>
  Option.match(given, {
    onNone: () => Effect.succeed(undefined),
    onSome: (text) => Effect.mapError(Schema.decode(schema)(text), () => bad(name, form))
  })

const pageOf = (request: Requested) =>
  Effect.gen(function* () {
    return {
      limit: request.limit,
      after: yield* idOf("--after", AuditId, request.after, "must be the id of an entry"),
      from: yield* instantOf("--from", request.from),
      to: yield* instantOf("--to", request.to),
      actor: Option.getOrUndefined(request.actor),
      kind: Option.getOrUndefined(request.kind),
      operation: Option.getOrUndefined(request.operation),
      shop: yield* idOf("--shop", ShopId, request.shop, "must be 1 to 64 letters, digits, _ or -"),
      subject: Option.getOrUndefined(request.subject)
    }
  })

const row = ({ actor, at, detail, entrance, kind, operation, shop, subject }: AuditEntry): ReadonlyArray<string> => [
  DateTime.formatIso(at),
  actor,
  `${kind} by ${entrance}`,
  [operation, detail ?? ""].join(" ").trim(),
  shop ?? "",
  subject ?? ""
]

const textOf = (found: ReadonlyArray<AuditEntry>, isMore: boolean): string => {
  if (found.length === 0) return "There are no such entries."
  const rest = isMore ? [`More: --after ${found.at(-1)?.id}`] : []
  return [...aligned(found.map(row)), ...rest].join("\n")
}

/** How many entries are read at a time. */
const atATime = 1000

/** Page by page, so that memory holds no more than one. */
const written = Effect.fnUntraced(function* (list: Audit.Audit["Type"]["list"], page: AuditPageRequest) {
  let after = page.after
  for (;;) {
    const found = yield* list({ ...page, limit: atATime, after })
    for (const entry of found) yield* Console.log(JSON.stringify(PeopleDocuments.entryOf(entry)))
    after = found.at(-1)?.id
    if (found.length < atATime) return
  }
})

export const audit = (request: Requested) =>
  Effect.gen(function* () {
    const database = yield* Settings.load(Settings.database)
    const filters = yield* pageOf(request)
    const work = Effect.gen(function* () {
      const by = yield* actor(request.as)
      const sight = visibleShops(by.grants, "administer")
      if (sight.length === 0) return yield* bad("--as", "names a person whose roles do not allow it")
      const { acting, list, note } = yield* Audit.Audit
      const page = { ...filters, sight }
      const act = { actor: by, kind: "look", operation: "listAudit" } as const
      if (request.all) return yield* Effect.zipRight(note(act), written(list, page))
      const found = yield* acting(act, list({ ...page, limit: request.limit + 1 }))
      const [shown, isMore] = [found.slice(0, request.limit), found.length > request.limit]
      const after = isMore ? (shown.at(-1)?.id ?? null) : null
      const document = () => ({ ...PeopleDocuments.auditOf(shown), after })
      return yield* Console.log(request.json ? JSON.stringify(document()) : textOf(shown, isMore))
    })
    const layer = Layer.effect(Audit.Audit, Audit.make).pipe(Layer.provideMerge(StoreAsIs.layer(database)))
    yield* Effect.provide(work, layer)
  })
