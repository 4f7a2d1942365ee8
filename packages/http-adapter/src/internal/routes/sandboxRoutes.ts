/**
 * The sandbox's clock, ledger, issuer and bank. Source: D37, D38.
 */
import { ShopId } from "@florin/core/ids/Ids"
import { ShopDirectory } from "@florin/core/shops/Shop"
import { Pages } from "@florin/pages/Pages"
import { type Challenge, SandboxRoutes } from "@florin/wire/operations/SandboxPort"
import { sandboxTable } from "@florin/wire/operations/Table"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { HttpSettings } from "../../HttpSettings.js"
import * as ProblemPages from "../pages/problemPages.js"
import {
  absent,
  type Exchange,
  formFields,
  type Handler,
  noRoute,
  page,
  queryFields,
  rootFrom,
  seeOther,
  visited
} from "../transport/exchange.js"
import { ofShops } from "./access.js"
import * as Merchant from "./merchant.js"
import * as OperationHandlers from "./operationHandlers.js"

/** What the pages of the simulated parties share. */
const simulated = Effect.gen(function* () {
  const pages = yield* Pages
  const shops = yield* ShopDirectory
  const { bodyLimit } = yield* HttpSettings
  const { instead } = yield* ProblemPages.make
  // The redirects that follow the form lead to the shop.
  const allowed = { forms: ["'self'", "https:", "http:"], framedBy: ["https:", "http:"] }
  const directory = (id: string) =>
    Effect.map(shops.find(ShopId.make(id)), Option.match({ onNone: () => id, onSome: ({ name }) => name }))
  return { allowed, bodyLimit, directory, instead, pages, policy: pages.contentSecurityPolicy(allowed) }
})

/** The simulated acquirer's page: a customer pays, declines, or leaves it as it is. Source: D53. */
const acting = Effect.fnUntraced(function* ({ action, choose }: SandboxRoutes["Type"]) {
  const { bodyLimit, directory, instead, pages, policy } = yield* simulated

  const shown = Effect.fnUntraced(function* (exchange: Exchange, fields: Readonly<Record<string, string>>) {
    const open = yield* action(fields)
    if (open === undefined) return instead(noRoute, exchange.incoming, exchange.requestId)
    const { again, shop, ...model } = open
    const choosing = (choice: string) => ({ action: "pay", fields: { ...again, choice } })
    return page(
      policy,
      pages.issuer({
        ...model,
        merchant: yield* directory(shop),
        isWrong: fields.wrong !== undefined,
        approve: choosing("pay"),
        decline: choosing("decline"),
        cancel: choosing("leave"),
        wrong: { action: "pay", fields: { ...again, wrong: "1" } }
      })
    )
  })

  const acted: Handler = (exchange) =>
    Effect.gen(function* () {
      const fields = yield* formFields(exchange, bodyLimit)
      if (fields.choice === undefined) return yield* shown(exchange, fields)
      const left = yield* choose(fields, fields.choice)
      if (left === undefined) return instead(noRoute, exchange.incoming, exchange.requestId)
      const { posts, returnUrl } = left
      // What the browser brings is a question at most: the acquirer is asked.
      return posts
        ? { ...seeOther(returnUrl), status: 307 }
        : seeOther(`${returnUrl}?choice=${encodeURIComponent(fields.choice)}`)
    })

  return { acting: visited((exchange) => shown(exchange, queryFields(exchange))), acted: visited(acted) }
})

/** The simulated issuer's pages: of a challenge, and of the method step, in a hidden frame. */
const issuing = Effect.fnUntraced(function* ({ challenge, identify }: SandboxRoutes["Type"]) {
  const { allowed, bodyLimit, directory, instead, pages, policy } = yield* simulated
  const scripted = pages.contentSecurityPolicy({ ...allowed, script: true })

  const modelOf = ({ again, choices, returnUrl, shop, ...shown }: Challenge, merchant: string) => {
    const leaving = (fields: Readonly<Record<string, string>>) => ({ action: returnUrl, fields })
    return {
      ...shown,
      merchant,
      wrong: { action: "", fields: { ...again, wrong: "1" } },
      approve: leaving(choices.approve),
      decline: leaving(choices.decline),
      cancel: leaving(choices.cancel)
    }
  }

  const issuer: Handler = (exchange: Exchange) =>
    Effect.gen(function* () {
      const open = yield* challenge(yield* formFields(exchange, bodyLimit))
      if (open === undefined) return instead(noRoute, exchange.incoming, exchange.requestId)
      return page(policy, pages.issuer(modelOf(open, yield* directory(open.shop))))
    })
  const method: Handler = (exchange) =>
    Effect.gen(function* () {
      const over = yield* identify(yield* formFields(exchange, bodyLimit))
      if (over === undefined) return instead(noRoute, exchange.incoming, exchange.requestId)
      const form = { action: over.returnUrl, fields: over.fields }
      return page(
        scripted,
        pages.identification({ language: over.language, form, script: `${rootFrom(exchange)}/assets/verification.js` })
      )
    })

  return { issuer: visited(issuer), issuerMethod: visited(method) }
})

const nowhere = {
  ...OperationHandlers.each(sandboxTable, () => absent),
  issuer: absent,
  issuerMethod: absent,
  acting: absent,
  acted: absent
}

export const make = Effect.gen(function* () {
  const offered = yield* Effect.serviceOption(SandboxRoutes)
  const { sending } = yield* Merchant.Merchant
  if (Option.isNone(offered)) return nowhere
  const serve = yield* OperationHandlers.make
  const served = serve(sandboxTable, () => ofShops(sending))
  const controls = yield* Effect.provideService(served, SandboxRoutes, offered.value)
  return { ...controls, ...(yield* issuing(offered.value)), ...(yield* acting(offered.value)) }
})
