/** What the people call who run the gateway. Source: D2, D28, D29. */

import { Operator } from "@florin/core/operator/Operator"
import { Operators } from "@florin/core/operator/OperatorDirectory"
import { Approvals } from "@florin/core/people-operations/Approvals"
import { Audit } from "@florin/core/people-operations/Audit"
import { Reconciliation } from "@florin/core/reconciliation/Reconciliation"
import { AcquirerHealth } from "@florin/core/routing/AcquirerHealth"
import * as Acting from "@florin/wire/operations/Acting"
import type { Call } from "@florin/wire/operations/Operation"
import { ofOperators } from "@florin/wire/operations/RefusalForm"
import { operatorTable } from "@florin/wire/operations/Table"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { ofProofs } from "../contract/operatorContract.js"
import * as Attachment from "../transport/attachment.js"
import { absent, Refused, uidOf } from "../transport/exchange.js"
import type { Visit } from "./access.js"
import * as Actors from "./actors.js"
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
  return { operator, reconciliation, health }
})

type Offered = NonNullable<Effect.Effect.Success<typeof offered>>

const made = Effect.fnUntraced(function* ({ health, operator, reconciliation }: Offered, actors: Actors.Offered) {
  const serve = yield* OperationHandlers.make
  const opened = (visit: Visit) =>
    Effect.flatMap(uidOf(visit), (id) => {
      const call = { ...visit, id, request: undefined, query: undefined, key: undefined, subject: "" }
      return Acting.run(actors.audit, ofProofs, call as unknown as Call, operator.document(id, visit.sight))
    })
  const document = actors
    .ofOperators(ofProofs)
    .enter((visit) =>
      Effect.catchTag(Effect.map(opened(visit), Attachment.pdf), "NotFound", () =>
        Effect.fail(new Refused(ofOperators.notFound))
      )
    )
  const handlers = yield* serve(operatorTable, actors.ofOperators).pipe(
    Effect.provideService(Operator, operator),
    Effect.provideService(Reconciliation, reconciliation),
    Effect.provideService(AcquirerHealth, health)
  )
  return { ...handlers, [ofProofs.id]: document }
})

const none = { ...OperationHandlers.each(operatorTable, () => absent), [ofProofs.id]: absent }

export const make = Effect.gen(function* () {
  const all = yield* offered
  const actors = yield* Actors.Actors
  const approvals = yield* Effect.serviceOption(Approvals)
  if (all === undefined || actors === undefined || Option.isNone(approvals)) return none
  return yield* made(all, actors).pipe(
    Effect.provideService(Approvals, approvals.value),
    Effect.provideService(Audit, actors.audit)
  )
})
