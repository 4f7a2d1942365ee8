/** What the people do who run the gateway, of all shops. Source: D2, D7, D13, D28, D29, D40. */
import { TransactionUid } from "@florin/core/ids/Ids"
import { Operator } from "@florin/core/operator/Operator"
import type { OperatorPage } from "@florin/core/operator/OperatorStore"
import { Reconciliation } from "@florin/core/reconciliation/Reconciliation"
import type { StorageError } from "@florin/core/store/StorageError"
import { TransactionDocuments } from "@florin/core/transactions/TransactionStore"
import * as FieldErrors from "@florin/wire/FieldErrors"
import * as OperatorDocuments from "@florin/wire/OperatorDocuments"
import * as OperatorErrors from "@florin/wire/OperatorErrors"
import * as OperatorRequests from "@florin/wire/OperatorRequests"
import type * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Operators } from "../Operators.js"
import * as Attachment from "./attachment.js"
import * as BillingReplies from "./billingReplies.js"
import { absent, json } from "./exchange.js"
import * as Operating from "./operating.js"
import { pageQuery } from "./operatorContract.js"
import { uidOf } from "./transactionRoutes.js"

/** What the routes are made of; undefined where there are no operators. */
export const offered = Effect.gen(function* () {
  const operators = yield* Operators
  const operator = yield* Effect.serviceOption(Operator)
  const reconciliation = yield* Effect.serviceOption(Reconciliation)
  if (operators === undefined || Option.isNone(operator) || Option.isNone(reconciliation)) return undefined
  return { operators, operator: operator.value, reconciliation: reconciliation.value }
})

type Offered = NonNullable<Effect.Effect.Success<typeof offered>>

type Routes = Effect.Effect.Success<ReturnType<typeof Operating.make>>

const query = BillingReplies.queryOf(pageQuery, FieldErrors.decoder(pageQuery), OperatorErrors.invalidRequest)

const isUid = Schema.is(TransactionUid)

interface List<A> {
  readonly list: (page: OperatorPage) => Effect.Effect<ReadonlyArray<A>, StorageError>
  readonly uidOf: (one: A) => string
  readonly encode: (all: ReadonlyArray<A>, now: DateTime.Utc) => string
}

/** A page. An `after` of another form finds nothing, like an unknown one. */
const listing =
  ({ getting }: Routes) =>
  <A>({ encode, list, uidOf }: List<A>) =>
    getting((visit) =>
      Effect.gen(function* () {
        const { after, limit } = yield* query(visit)
        const found = after === undefined ? yield* list({ limit }) : isUid(after) ? yield* list({ limit, after }) : []
        const ids = found.map((one) => ({ id: uidOf(one) }))
        return BillingReplies.pageOf(encode(found, yield* DateTime.now), ids, limit)
      })
    )

const lists = (routes: Routes, operator: Context.Tag.Service<Operator>) => {
  const list = listing(routes)
  return {
    listProofs: list({
      list: operator.proofs,
      uidOf: ({ proof }) => proof.uid,
      encode: OperatorDocuments.encodeProofs
    }),
    listEvidence: list({
      list: operator.evidence,
      uidOf: ({ uid }) => uid,
      encode: OperatorDocuments.encodeEvidence
    }),
    listDoubts: list({
      list: operator.inDoubt,
      uidOf: ({ transaction }) => transaction.uid,
      encode: OperatorDocuments.encodeDoubts
    })
  }
}

/** Decisions, each answered with the transfer as it is then. */
const decisions = ({ posting }: Routes, operator: Context.Tag.Service<Operator>) =>
  Effect.map(TransactionDocuments, ({ encode }) => {
    const deciding = <Request>(
      decoder: Parameters<typeof posting<Request>>[0],
      decide: (uid: TransactionUid, request: Request & { readonly by: string }) => ReturnType<typeof operator.approve>
    ) =>
      posting<Request>(
        decoder,
        (visit, request) =>
          Effect.flatMap(uidOf(visit), (uid) => decide(uid, { ...request, by: visit.operator })).pipe(
            Effect.map((transfer) => json(encode(transfer)))
          ),
        (visit) => Effect.map(Effect.flatMap(uidOf(visit), operator.decided), (transfer) => json(encode(transfer)))
      )
    return {
      approveWaitingProof: deciding(OperatorRequests.approval, operator.approve),
      declineWaitingProof: deciding(OperatorRequests.refusal, operator.decline),
      correctTransfer: deciding(OperatorRequests.correction, operator.correct)
    }
  })

/** One at a time: each reads the books of a period. */
const reconciling = ({ posting }: Routes, { run }: Context.Tag.Service<Reconciliation>) =>
  Effect.map(Effect.makeSemaphore(1), (turn) =>
    posting(OperatorRequests.reconciling, (_, asked) =>
      DateTime.now.pipe(
        Effect.flatMap((now) => OperatorRequests.periodOf(asked, now)),
        Effect.flatMap((period) => turn.withPermits(1)(run(period))),
        Effect.map((report) => json(OperatorDocuments.encodeReport(report)))
      )
    )
  )

const made = Effect.fnUntraced(function* ({ operator, operators, reconciliation }: Offered) {
  const routes = yield* Operating.make(operators)
  return {
    ...lists(routes, operator),
    proofDocument: routes.getting((visit) =>
      Effect.map(Effect.flatMap(uidOf(visit), operator.document), Attachment.pdf)
    ),
    ...(yield* decisions(routes, operator)),
    reconcile: yield* reconciling(routes, reconciliation)
  }
})

const none = {
  listProofs: absent,
  proofDocument: absent,
  approveWaitingProof: absent,
  declineWaitingProof: absent,
  listEvidence: absent,
  correctTransfer: absent,
  listDoubts: absent,
  reconcile: absent
}

export const make = Effect.flatMap(offered, (all) => (all === undefined ? Effect.succeed(none) : made(all)))
