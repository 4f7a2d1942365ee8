/**
 * What a host adds to the gateway: where its bank reports, and where its operator decides. One route, to which each errand
 * is posted.
 */
import { AcquirerKey, TransactionUid } from "@florin/core/ids/Ids"
import { Amount } from "@florin/core/money/Amount"
import { Operator } from "@florin/core/operator/Operator"
import { TransferReports } from "@florin/core/transfer-operations/TransferReports"
import type { TransferStanding } from "@florin/core/transfers/TransferProvider"
import * as Loopback from "@florin/testing/parties/Loopback"
import * as Effect from "effect/Effect"
import type { Errand } from "./Protocol.js"
import * as RemoteBank from "./RemoteBank.js"

const by = "operator"

/** The status of an answer that is none: the errand is posted again. */
const statuses: Readonly<Record<string, number>> = { NotFound: 404, InvalidRequest: 422, StorageError: 503 }

const carryOut = Effect.gen(function* () {
  const reports = yield* TransferReports
  const operator = yield* Operator
  const uidOf = (uid: string) => TransactionUid.make(uid)
  const amountOf = (amount: number | undefined) => (amount === undefined ? {} : { amount: Amount.make(amount) })

  return (errand: Errand) => {
    switch (errand._tag) {
      case "Report": {
        const standing = RemoteBank.received(errand.standing) as TransferStanding
        return reports.report(RemoteBank.gatewayId, AcquirerKey.make(errand.key), standing)
      }
      case "Approve":
        return operator.approve(uidOf(errand.uid), { by, ...amountOf(errand.amount) })
      case "Decline":
        return operator.decline(uidOf(errand.uid), { by })
      case "Correct": {
        const { amount, status, uid } = errand
        return operator.correct(uidOf(uid), { by, reason: "The bank says so", status, ...amountOf(amount) })
      }
    }
  }
})

/** Serves until the scope ends: the address. */
export const serve = Effect.gen(function* () {
  const run = yield* carryOut
  const { url } = yield* Loopback.serve(({ body }) =>
    Effect.suspend(() => run(JSON.parse(body) as Errand) as Effect.Effect<unknown, { readonly _tag: string }>).pipe(
      Effect.match({
        onFailure: ({ _tag }) => ({ status: statuses[_tag] ?? 500, body: { error: _tag } }),
        onSuccess: (body) => ({ status: 200, body: body ?? {} })
      })
    )
  )
  return url
})
