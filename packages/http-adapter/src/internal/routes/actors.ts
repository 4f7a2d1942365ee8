import { type OperatorDirectory, Operators } from "@florin/core/operator/OperatorDirectory"
import type { Actor, PersonId } from "@florin/core/people/Actor"
import { allGrants } from "@florin/core/people/Role"
import { Approvals } from "@florin/core/people-operations/Approvals"
import { Audit } from "@florin/core/people-operations/Audit"
import { ShopDirectory } from "@florin/core/shops/Shop"
import type { Transaction } from "@florin/core/transactions/Transaction"
import { TransactionStore } from "@florin/core/transactions/TransactionStore"
import * as Errors from "@florin/wire/Errors"
import * as Acting from "@florin/wire/operations/Acting"
import type * as Operation from "@florin/wire/operations/Operation"
import { ofOperators } from "@florin/wire/operations/RefusalForm"
import * as PeopleDocuments from "@florin/wire/PeopleDocuments"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { HttpSettings } from "../../HttpSettings.js"
import { type Exchange, type Failure, type Handler, Refused, type Reply } from "../transport/exchange.js"
import { originOf } from "../transport/network.js"
import { isOwnSite } from "../transport/ownSite.js"
import type { Access, Visit } from "./access.js"
import * as Merchant from "./merchant.js"
import * as Permits from "./permits.js"

type Row = Operation.Any

/** In which an operator names the shop whose operation they call. */
const shopHeader = "florin-shop"

/** In which a request that was above a limit says that it is approved. */
const approvalHeader = "florin-approval"

export interface Offered {
  readonly audit: Audit["Type"]
  /** The routes of operators. */
  readonly ofOperators: (row: Pick<Row, "id" | "key" | "role" | "isEverywhere">) => Access
  /** A shop's routes, for operators who name it. Whoever names none comes by `own`. */
  readonly inShop: (row: Row, own: Access) => Access
  /** Lets through what one person may do alone, and what a second one has approved. */
  readonly admitted: (row: Row, visit: Visit, named: Operation.Named<unknown, unknown>) => Effect.Effect<Visit, Failure>
}

/** Undefined where there are no operators. */
export class Actors extends Context.Tag("@florin/http-adapter/internal/Actors")<Actors, Offered | undefined>() {}

interface Known {
  readonly id: string
  readonly grants: Actor["grants"]
}

const entering = Effect.gen(function* () {
  const operators = yield* Operators
  const { brake } = yield* HttpSettings
  if (operators === undefined) return undefined
  const enter = yield* Merchant.access<Known>({
    authenticate: (id, key) =>
      Effect.map(operators.authenticate(id, key), (found) =>
        typeof found === "string" ? { id: found, grants: allGrants } : found
      ),
    idOf: ({ id }) => id,
    arrive: ({ operate }, operator) => operate(operator),
    tell: (observed, operator) => {
      observed.operator = operator
    },
    unauthorized: ofOperators.unauthorized
  })
  const actorOf = ({ incoming }: Exchange, { grants, id }: Known, entrance: Actor["entrance"]): Actor => ({
    id: id as PersonId,
    entrance,
    address: originOf(incoming, brake.proxies),
    grants
  })
  const { recognize } = operators
  return (route: Work): Handler => {
    const byKey = enter((exchange, who) => route(exchange, actorOf(exchange, who, "key")))
    if (recognize === undefined) return byKey
    const byHost = atHost(recognize, (exchange, who) => route(exchange, actorOf(exchange, who, "host")))
    return (exchange) => (exchange.incoming.header("authorization") === undefined ? byHost(exchange) : byKey(exchange))
  }
})

type Work = (exchange: Exchange, actor: Actor) => Effect.Effect<Reply, Failure>

/**
 * A request of whoever is signed in at the host. The host may know by a cookie, which browsers send along with what another
 * site makes them send: that changes nothing here.
 */
const atHost =
  (
    recognize: NonNullable<OperatorDirectory["recognize"]>,
    route: (exchange: Exchange, who: Known) => Effect.Effect<Reply, Failure>
  ): Handler =>
  (exchange) => {
    const { incoming, ticket } = exchange
    const turned = ticket.checkCredentials()
    if (turned !== undefined) return Merchant.refused(turned, exchange)
    if (incoming.method !== "GET" && !isOwnSite(incoming)) return Permits.forbidden
    return Effect.flatMap(recognize(incoming.source), (who): Effect.Effect<Reply, Failure> => {
      if (who === undefined) return Effect.fail(new Refused(ofOperators.unauthorized))
      if (exchange.seen !== undefined) exchange.seen.operator = who.id
      const away = ticket.operate(who.id)
      return away === undefined ? route(exchange, who) : Merchant.refused(away, exchange)
    })
  }

const here = (_: Visit, work: () => Effect.Effect<Reply, Failure>) => work()

const offered = Effect.gen(function* () {
  const enter = yield* entering
  const audit = yield* Effect.serviceOption(Audit)
  const approvals = yield* Effect.serviceOption(Approvals)
  if (enter === undefined || Option.isNone(audit) || Option.isNone(approvals)) return undefined
  const shops = yield* ShopDirectory
  const transactions = yield* TransactionStore
  return { enter, audit: audit.value, approvals: approvals.value, shops, transactions }
})

type Services = NonNullable<Effect.Effect.Success<typeof offered>>

const asOperator =
  (services: Services): Offered["ofOperators"] =>
  (row) => ({
    enter: (route) => services.enter(Permits.everywhere(services, row, route)),
    work: here as Access["work"]
  })

const inShop =
  (services: Services): Offered["inShop"] =>
  (row, own) => ({
    enter: (route) => {
      const ownRoute = own.enter(route)
      const permitted = Permits.inShop(services, row, route)
      const named = services.enter((exchange, actor) =>
        permitted(exchange, actor, exchange.incoming.header(shopHeader))
      )
      return (exchange) => (exchange.incoming.header(shopHeader) === undefined ? ownRoute(exchange) : named(exchange))
    },
    work: (visit, work) => (visit.actor === undefined ? own.work(visit, work) : work())
  })

const waits = (requested: Parameters<typeof PeopleDocuments.approvalOf>[0]) =>
  Effect.fail(new Refused(Errors.reply(202, PeopleDocuments.approvalOf(requested))))

export const admitted =
  ({ approvals, transactions }: Pick<Services, "approvals" | "transactions">): Offered["admitted"] =>
  (row, visit, named) =>
    Effect.gen(function* () {
      const { actor, incoming, shop, sight = "all" } = visit
      if (actor === undefined || row.moves === undefined) return visit
      const money = (row.moves as (named: Operation.Named<unknown, unknown>) => Operation.MovedMoney)(named)
      const { uid } = money
      const found = uid === undefined ? Option.none<Transaction>() : yield* transactions.findPublic(uid)
      const isSeen = ({ shop: its }: Transaction) =>
        shop === undefined ? sight === "all" || sight.includes(its) : its === shop.id
      const transaction = Option.getOrUndefined(Option.filter(found, isSeen))
      const moving = Acting.movingOf(row, named, money, { shop: shop?.id, transaction })
      // Of what is not there the operation says so itself.
      if (moving === undefined) return visit
      const key = incoming.header("idempotency-key") ?? incoming.header("requestid")
      const given = { approval: incoming.header(approvalHeader), mayBeRepeated: key !== undefined }
      const outcome = yield* approvals.admit(moving, actor, given)
      return outcome._tag === "Waits" ? yield* waits(outcome) : { ...visit, uses: outcome.uses }
    }).pipe(
      Effect.catchTag("InvalidRequest", ({ errors }) =>
        Effect.fail(
          new Refused(
            row.form.invalid(errors.map(({ sentence }) => ({ path: [], sentence: `Florin-Approval ${sentence}` })))
          )
        )
      )
    )

export const make = Effect.map(offered, (services): Offered | undefined =>
  services === undefined
    ? undefined
    : {
        audit: services.audit,
        ofOperators: asOperator(services),
        inShop: inShop(services),
        admitted: admitted(services)
      }
)
