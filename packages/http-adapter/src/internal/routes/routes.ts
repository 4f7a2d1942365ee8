/**
 * The routes of the HTTP interface, and its pages for refusals: half of what there is to load, and loaded with the first
 * request.
 */

import * as FlatDocuments from "@florin/wire/FlatDocuments"
import { SandboxRoutes } from "@florin/wire/operations/SandboxPort"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Record from "effect/Record"
import * as Api from "../../Api.js"
import type { Incoming } from "../../Incoming.js"
import * as CheckoutRoutes from "../pages/checkoutRoutes.js"
import * as NewCardRoutes from "../pages/newCardRoutes.js"
import * as PageRoutes from "../pages/pageRoutes.js"
import * as PlanPageRoutes from "../pages/planPageRoutes.js"
import * as PortalRoutes from "../pages/portalRoutes.js"
import * as ProblemPages from "../pages/problemPages.js"
import * as ProductRoutes from "../pages/productRoutes.js"
import * as TransferPageRoutes from "../pages/transferPageRoutes.js"
import * as Brake from "../transport/brake.js"
import { type Handler, type Reply, visited } from "../transport/exchange.js"
import * as Router from "../transport/router.js"
import * as AcquirerHandlers from "./acquirerRoutes.js"
import * as Actors from "./actors.js"
import * as Merchant from "./merchant.js"
import * as OperationRoutes from "./operationRoutes.js"
import * as OperatorRoutes from "./operatorRoutes.js"
import * as SandboxHandlers from "./sandboxRoutes.js"
import * as ServiceRoutes from "./serviceRoutes.js"
import * as WalletRoutes from "./walletRoutes.js"

export interface Route {
  readonly name: Api.RouteName
  readonly path: string
  readonly handler: Handler
}

const table = Effect.gen(function* () {
  const contract = Api.contract({
    operators: (yield* OperatorRoutes.offered) !== undefined,
    sandbox: Option.isSome(yield* Effect.serviceOption(SandboxRoutes)),
    acquirers: yield* AcquirerHandlers.offered
  })
  const plans = yield* PlanPageRoutes.make
  const handlers: Readonly<Record<Api.RouteName, Handler>> = {
    ...(yield* OperatorRoutes.make),
    ...(yield* OperationRoutes.make),
    ...Record.map(yield* PageRoutes.make, visited),
    ...Record.map(plans, visited),
    ...Record.map(yield* NewCardRoutes.make, visited),
    ...Record.map(yield* ProductRoutes.make(plans), visited),
    ...Record.map(yield* CheckoutRoutes.make, visited),
    ...Record.map(yield* TransferPageRoutes.make, visited),
    ...Record.map(yield* PortalRoutes.make, visited),
    ...Record.map(WalletRoutes.handlers, visited),
    ...(yield* ServiceRoutes.make(contract)),
    ...(yield* SandboxHandlers.make),
    ...(yield* AcquirerHandlers.make)
  }
  return Router.make<Route>(
    Api.routes(contract).map(({ method, name, path }) => ({
      method,
      path,
      value: { name, path, handler: handlers[name] }
    }))
  )
}).pipe(
  Effect.provideServiceEffect(Actors.Actors, Actors.make),
  Effect.provideServiceEffect(Merchant.Merchant, Merchant.make),
  Effect.provideServiceEffect(Brake.Brake, Brake.make)
)

/** Operations on cards are posted below it, by their type. */
const ofType = /^\/transactions\/[^/]+$/

/** The answer where there is no route, in the version of documents that the client asks for. Source: D51. */
const missing = ({ header, method, path = "" }: Incoming, reply: Reply): Reply =>
  method === "POST" && header("x-api-version") === FlatDocuments.version && ofType.test(path)
    ? FlatDocuments.unknownType(header("accept-language"))
    : reply

export const make = Effect.all({ match: table, pages: ProblemPages.make, missing: Effect.succeed(missing) })
