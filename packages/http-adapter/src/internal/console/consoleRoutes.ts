/** The console over HTTP: who comes, the page's own place, the form's origin, and the page. Source: D73, D74, D75. */
import * as Console from "@florin/console/Console"
import * as Frame from "@florin/console/Frame"
import type { Answer } from "@florin/console/Outcome"
import { Entropy, type TransactionUid } from "@florin/core/ids/Ids"
import { Operator } from "@florin/core/operator/Operator"
import { type Grants, type Role, reachesEverywhere, visibleShops } from "@florin/core/people/Role"
import { Approvals } from "@florin/core/people-operations/Approvals"
import { Audit } from "@florin/core/people-operations/Audit"
import { People } from "@florin/core/people-operations/People"
import { SignIn } from "@florin/core/people-operations/SignIn"
import { Reconciliation } from "@florin/core/reconciliation/Reconciliation"
import { AcquirerHealth } from "@florin/core/routing/AcquirerHealth"
import { ShopDirectory } from "@florin/core/shops/Shop"
import { TransactionStore } from "@florin/core/transactions/TransactionStore"
import * as Acting from "@florin/wire/operations/Acting"
import type { Call as RowCall } from "@florin/wire/operations/Operation"
import { ofOperators } from "@florin/wire/operations/RefusalForm"
import { operatorTable, table } from "@florin/wire/operations/Table"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { HttpSettings } from "../../HttpSettings.js"
import { ofProofs } from "../contract/operatorContract.js"
import * as Actors from "../routes/actors.js"
import * as OperationHandlers from "../routes/operationHandlers.js"
import * as Attachment from "../transport/attachment.js"
import {
  asset,
  type Exchange,
  type Failure,
  formFields,
  type Handler,
  noRoute,
  queryFields,
  Refused,
  type Reply,
  turnedAway,
  uidOf
} from "../transport/exchange.js"
import * as Incidents from "../transport/incidents.js"
import { isOwnSite } from "../transport/ownSite.js"
import * as ConsoleAccess from "./consoleAccess.js"
import * as Desk from "./desk.js"
import * as Door from "./door.js"
import { cookieOf } from "./doorCookies.js"
import * as OwnPages from "./ownPages.js"
import * as Place from "./place.js"
import { fileReply, jsonReply, languageOf, pageReply, seeOther } from "./replies.js"

const assets = new Map(Object.entries(Frame.assets).map(([name, { body, type }]) => [name, asset(type, body)]))

const isAny = (grants: Grants, role: Role): boolean => {
  const sight = visibleShops(grants, role)
  return sight === "all" || sight.length > 0
}

const kept = ({ base, incoming }: Door.AtDoor, keep: Readonly<Record<string, string>>): ReadonlyArray<string> => {
  const secure = (incoming.header("origin") ?? "").startsWith("https:") ? "; Secure" : ""
  return Object.entries(keep).map(
    ([name, value]) => `${name}=${encodeURIComponent(value)}; Path=${base}; Max-Age=31536000; SameSite=Strict${secure}`
  )
}

const decoded = (text: string | undefined): string | undefined => {
  try {
    return text === undefined ? undefined : decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** Everything that the console runs on; undefined: this gateway has no people. */
const services = Effect.gen(function* () {
  const { bodyLimit, brake } = yield* HttpSettings
  const door = yield* Door.make(brake.proxies)
  const audit = yield* Effect.serviceOption(Audit)
  const approvals = yield* Effect.serviceOption(Approvals)
  const people = yield* Effect.serviceOption(People)
  const signIn = yield* Effect.serviceOption(SignIn)
  const operator = yield* Effect.serviceOption(Operator)
  const reconciliation = yield* Effect.serviceOption(Reconciliation)
  const health = yield* Effect.serviceOption(AcquirerHealth)
  if (door === undefined || Option.isNone(audit) || Option.isNone(approvals) || Option.isNone(operator))
    return undefined
  if (Option.isNone(reconciliation) || Option.isNone(health) || Option.isNone(people) || Option.isNone(signIn))
    return undefined
  const shops = yield* ShopDirectory
  return {
    bodyLimit,
    door,
    shops,
    audit: audit.value,
    approvals: approvals.value,
    operator: operator.value,
    own: OwnPages.make({ door, audit: audit.value, people: people.value, signIn: signIn.value }),
    reconciliation: reconciliation.value,
    health: health.value,
    entropy: yield* Entropy
  }
})

type Services = NonNullable<Effect.Effect.Success<typeof services>>

/** The handlers of all rows, for whoever is signed in. */
const handlersOf = ({ approvals, audit, health, operator, reconciliation, shops }: Services) =>
  Effect.gen(function* () {
    const access = { audit, shops }
    const transactions = yield* TransactionStore
    const actors: Actors.Offered = {
      audit,
      ofOperators: ConsoleAccess.ofOperators(access),
      inShop: (row) => ConsoleAccess.inShop(access)(row),
      admitted: Actors.admitted({ approvals, transactions })
    }
    const serve = yield* Effect.provideService(OperationHandlers.make, Actors.Actors, actors)
    const ofShops = yield* serve(table, ConsoleAccess.inShop(access))
    const ofAll = yield* serve(operatorTable, ConsoleAccess.ofOperators(access)).pipe(
      Effect.provideService(Operator, operator),
      Effect.provideService(Reconciliation, reconciliation),
      Effect.provideService(AcquirerHealth, health),
      Effect.provideService(Approvals, approvals),
      Effect.provideService(Audit, audit)
    )
    return { ...ofShops, ...ofAll }
  })

/** The document of a proof, which leaves an entry in the audit like any look. */
const downloaded = ({ audit, operator }: Services, exchange: Exchange, { actor }: Door.Entered) => {
  const sight = Acting.sightIn(ofProofs, actor.grants)
  if (Either.isLeft(sight)) return Effect.fail(new Refused(ofOperators.notFound))
  return Effect.flatMap(uidOf(exchange), (id: TransactionUid) => {
    const call = { id, actor, sight: sight.right } as unknown as RowCall
    return Effect.map(Acting.run(audit, ofProofs, call, operator.document(id, sight.right)), Attachment.pdf)
  })
}

const replyOf =
  (all: Services, exchange: Exchange, at: Door.AtDoor, entered: Door.Entered) =>
  (answer: Answer): Effect.Effect<Reply, Failure> => {
    switch (answer._tag) {
      case "Page":
        return Effect.succeed(pageReply(answer.status, answer.body))
      case "Json":
        return Effect.succeed(jsonReply(answer.body))
      case "SeeOther":
        return Effect.succeed(seeOther(answer.to, kept(at, answer.keep ?? {})))
      case "Download":
        return downloaded(all, { ...exchange, params: { uid: answer.proof } }, entered)
      case "File":
        return Effect.succeed(fileReply(answer.name, answer.body))
    }
  }

const problem = (kind: Parameters<typeof Console.problemPage>[0], status: number, { below, incoming }: Door.AtDoor) =>
  pageReply(status, Console.problemPage(kind, { language: languageOf(incoming), path: below }))

/** The page of somebody who is signed in. */
const shown = (all: Services, handlers: Desk.Handlers, exchange: Exchange, at: Door.AtDoor, entered: Door.Entered) => {
  const { actor, formToken, isForm } = entered
  const isPost = at.incoming.method === "POST"
  if (isPost && !isForm(at.form.form_token ?? "")) return Effect.succeed(problem("form", 403, at))
  const { grants } = actor
  const who = {
    id: actor.id,
    formToken,
    isOperating: isAny(grants, "operate"),
    isAdministering: isAny(grants, "administer"),
    isAdministeringAll: reachesEverywhere(grants, "administer"),
    isSignedInHere: entered.token !== undefined,
    isEverywhere: reachesEverywhere(grants, "view"),
    shops: Object.keys(grants.shops)
  }
  const request: Console.Request = {
    method: isPost ? "POST" : "GET",
    path: at.below,
    query: queryFields(exchange),
    form: at.form,
    language: languageOf(at.incoming),
    zone: decoded(cookieOf(at.incoming, "florin_zone")),
    who,
    key: Buffer.from(all.entropy(16)).toString("hex")
  }
  const own = all.own({ request, at, entered })
  if (own !== undefined) return own
  const desk = Desk.make(handlers, { ...exchange, actor })
  return Effect.flatMap(Console.respond(request, desk), replyOf(all, exchange, at, entered))
}

/** A request takes a place of strangers until it is known whose it is, and then one of that person's. */
const handling = (all: Services, handlers: Desk.Handlers): Handler => {
  const { bodyLimit, door } = all
  const turned = (exchange: Exchange, id: string): Effect.Effect<void, Refused> => {
    const away = exchange.ticket.attend(id)
    return away === undefined ? Effect.void : Effect.fail(new Refused(turnedAway(away, exchange.requestId)))
  }
  return (exchange) =>
    Effect.gen(function* () {
      const { incoming } = exchange
      const below = Place.belowOf(exchange.path)
      const file = assets.get(below)
      if (file !== undefined) return file
      const base = Place.baseOf(incoming.target, below)
      const elsewhere = incoming.method === "GET" ? Place.misplaced(incoming.target, below) : undefined
      if (elsewhere !== undefined) return seeOther(`${elsewhere}${incoming.query === "" ? "" : `?${incoming.query}`}`)
      yield* turned(exchange, "")
      const isPost = incoming.method === "POST"
      if (isPost && !isOwnSite(incoming)) return problem("form", 403, { incoming, below, base, form: {} })
      const at: Door.AtDoor = { incoming, below, base, form: isPost ? yield* formFields(exchange, bodyLimit) : {} }
      const entered = yield* door.who(at)
      const own = door.own(at, entered)
      if (own !== undefined) return yield* own
      if (entered === undefined) return isPost ? problem("signedOut", 401, at) : door.strange(at)
      if (exchange.seen !== undefined) exchange.seen.operator = entered.actor.id
      yield* turned(exchange, entered.actor.id)
      return yield* shown(all, handlers, exchange, at, entered)
    })
}

const absent: Handler = () => Effect.succeed(noRoute)

/** A place was missing, or the store was: a browser reads why on a page. */
const asPage =
  (handler: Handler): Handler =>
  (exchange) =>
    Effect.catchAllCause(handler(exchange), (cause) =>
      Effect.map(Incidents.answered(cause, exchange.requestId, "console"), (reply) => {
        const { incoming, path } = exchange
        const shown = problem("failed", reply.status, { incoming, below: Place.belowOf(path), base: "", form: {} })
        return { ...reply, ...shown, headers: { ...reply.headers, ...shown.headers } }
      })
    )

export const make = Effect.gen(function* () {
  const all = yield* services
  if (all === undefined) return absent
  return asPage(handling(all, yield* handlersOf(all)))
})
