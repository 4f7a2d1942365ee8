/** What the people call who run the gateway. Source: D2, D28, D29. */

import { Operator } from "@florin/core/operator/Operator"
import { Operators } from "@florin/core/operator/OperatorDirectory"
import { Reconciliation } from "@florin/core/reconciliation/Reconciliation"
import { AcquirerHealth } from "@florin/core/routing/AcquirerHealth"
import { ofOperators } from "@florin/wire/operations/RefusalForm"
import { operatorTable } from "@florin/wire/operations/Table"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Attachment from "../transport/attachment.js"
import { absent, Refused, uidOf } from "../transport/exchange.js"
import type { Access } from "./access.js"
import * as Merchant from "./merchant.js"
import * as OperationHandlers from "./operationHandlers.js"

/** What the routes are made of; undefined where there are no operators. */
export const offered = Effect.gen(function* () {
  const operators = yield* Operators
  const services = yield* Effect.map(
    Effect.all([
      Effect.serviceOption(Operator),
      Effect.serviceOption(Reconciliation),
      Effect.serviceOption(AcquirerHealth)
    ]),
    Option.all
  )
  if (operators === undefined || Option.isNone(services)) return undefined
  const [operator, reconciliation, health] = services.value
  return { operators, operator, reconciliation, health }
})

type Offered = NonNullable<Effect.Effect.Success<typeof offered>>

const made = Effect.fnUntraced(function* ({ health, operator, operators, reconciliation }: Offered) {
  const enter = yield* Merchant.access({
    authenticate: operators.authenticate,
    idOf: (operator) => operator,
    arrive: ({ operate }, operator) => operate(operator),
    tell: (observed, operator) => {
      observed.operator = operator
    },
    unauthorized: ofOperators.unauthorized
  })
  const access: Access = {
    enter: (route) => enter((exchange, operator) => route({ ...exchange, operator })),
    work: (_, work) => work()
  }
  const serve = yield* OperationHandlers.make
  const document = enter((exchange) =>
    Effect.catchTag(Effect.map(Effect.flatMap(uidOf(exchange), operator.document), Attachment.pdf), "NotFound", () =>
      Effect.fail(new Refused(ofOperators.notFound))
    )
  )
  const handlers = yield* serve(operatorTable, () => access).pipe(
    Effect.provideService(Operator, operator),
    Effect.provideService(Reconciliation, reconciliation),
    Effect.provideService(AcquirerHealth, health)
  )
  return { ...handlers, proofDocument: document }
})

const none = { ...OperationHandlers.each(operatorTable, () => absent), proofDocument: absent }

export const make = Effect.flatMap(offered, (all) => (all === undefined ? Effect.succeed(none) : made(all)))
