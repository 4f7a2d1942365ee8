/**
 * The sandbox's clock, ledger, issuer and bank. Source: D37, D38.
 */
import { ShopId } from "@florin/core/ids/Ids"
import type { InvalidRequest } from "@florin/core/request/InvalidRequest"
import { ShopDirectory } from "@florin/core/shops/Shop"
import { TransactionDocuments } from "@florin/core/transactions/TransactionStore"
import { Pages } from "@florin/pages/Pages"
import * as Errors from "@florin/wire/Errors"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { HttpSettings } from "../HttpSettings.js"
import { type Challenge, SandboxRoutes, type TransferAction } from "../SandboxRoutes.js"
import * as Commands from "./commands.js"
import {
  absent,
  type Exchange,
  formFields,
  type Handler,
  json,
  noRoute,
  page,
  parsed,
  Refused,
  rootFrom,
  visited
} from "./exchange.js"
import * as Merchant from "./merchant.js"
import * as ProblemPages from "./problemPages.js"
import { uidOf } from "./transactionRoutes.js"

const written = (value: unknown) => json(JSON.stringify(value))

/** The simulated issuer's pages: of a challenge, and of the method step, in a hidden frame. */
const issuing = Effect.fnUntraced(function* ({ challenge, identify }: SandboxRoutes["Type"]) {
  const pages = yield* Pages
  const directory = yield* ShopDirectory
  const { bodyLimit } = yield* HttpSettings
  const { instead } = yield* ProblemPages.make
  // The redirects that follow the form lead to the shop.
  const allowed = { forms: ["'self'", "https:", "http:"], framedBy: ["https:", "http:"] }
  const policy = pages.contentSecurityPolicy(allowed)
  const scripted = pages.contentSecurityPolicy({ ...allowed, script: true })

  const modelOf = ({ again, choices, returnUrl, shop, ...shown }: Challenge, merchant: string) => {
    const leaving = (fields: Readonly<Record<string, string>>) => ({ action: returnUrl, fields })
    return {
      ...{ ...shown, merchant, wrong: { action: "", fields: { ...again, wrong: "1" } } },
      approve: leaving(choices.approve),
      decline: leaving(choices.decline),
      cancel: leaving(choices.cancel)
    }
  }

  const issuer: Handler = (exchange: Exchange) =>
    Effect.gen(function* () {
      const open = yield* challenge(yield* formFields(exchange, bodyLimit))
      if (open === undefined) return instead(noRoute, exchange.incoming, exchange.requestId)
      const shop = yield* directory.find(ShopId.make(open.shop))
      const merchant = Option.match(shop, { onNone: () => open.shop, onSome: ({ name }) => name })
      return page(policy, pages.issuer(modelOf(open, merchant)))
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

/** The parsed body; an object without members where none was sent. */
const bodyOf = (body: Uint8Array): Effect.Effect<unknown, Refused> =>
  body.length === 0 ? Effect.succeed({}) : Effect.mapError(parsed(body), () => new Refused(Errors.malformedJson))

const refused = ({ errors }: InvalidRequest) => Effect.fail(new Refused(Errors.invalidRequest(errors)))

/** What happens to transfers at the simulated bank, and what an operator decides. */
const transferring = (command: Commands.Command, { transfer }: SandboxRoutes["Type"]) =>
  Effect.map(TransactionDocuments, ({ encode }) => {
    const on = (action: TransferAction): Handler =>
      command((visit, body) =>
        Effect.gen(function* () {
          const uid = yield* uidOf(visit)
          return json(encode(yield* transfer(action, visit.shop, uid, yield* bodyOf(body))))
        }).pipe(Effect.catchTag("InvalidRequest", refused))
      )
    return {
      payTransfer: on("payTransfer"),
      approveProof: on("approveProof"),
      declineProof: on("declineProof"),
      completePayout: on("completePayout"),
      failPayout: on("failPayout"),
      completeRefund: on("completeRefund"),
      failRefund: on("failRefund")
    } satisfies Record<TransferAction, Handler>
  })

const nowhere = {
  ...{ readClock: absent, moveClock: absent, ledger: absent, issuer: absent, issuerMethod: absent },
  ...{ payTransfer: absent, approveProof: absent, declineProof: absent },
  ...{ completePayout: absent, failPayout: absent, completeRefund: absent, failRefund: absent }
}

export const make = Effect.gen(function* () {
  const offered = yield* Effect.serviceOption(SandboxRoutes)
  const { asking } = yield* Merchant.Merchant
  const command = yield* Commands.make
  if (Option.isNone(offered)) return nowhere
  const sandbox = offered.value

  return {
    readClock: asking(() => Effect.map(sandbox.readClock, written)),
    moveClock: command((_, body) =>
      Option.match(parsed(body), {
        onNone: () => Effect.fail(new Refused(Errors.malformedJson)),
        onSome: (value) =>
          sandbox.moveClock(value).pipe(Effect.map(written), Effect.catchTag("InvalidRequest", refused))
      })
    ),
    ledger: asking(() => Effect.map(sandbox.ledger, written)),
    ...(yield* issuing(sandbox)),
    ...(yield* transferring(command, sandbox))
  }
})
