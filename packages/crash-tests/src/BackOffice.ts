/**
 * What a host adds to the gateway: where its bank reports, and where its operator decides. One route, to which each errand
 * is posted.
 */
import { AcquirerKey, ShopId, TransactionUid } from "@florin/core/ids/Ids"
import { Amount } from "@florin/core/money/Amount"
import { Currency } from "@florin/core/money/Currency"
import { Operator } from "@florin/core/operator/Operator"
import { type Actor, PersonId } from "@florin/core/people/Actor"
import { allGrants } from "@florin/core/people/Role"
import type { MoneyRequest } from "@florin/core/people-operations/ApprovalRules"
import { Approvals } from "@florin/core/people-operations/Approvals"
import { Audit } from "@florin/core/people-operations/Audit"
import { People } from "@florin/core/people-operations/People"
import { TransferReports } from "@florin/core/transfer-operations/TransferReports"
import type { TransferProgress } from "@florin/core/transfers/TransferProvider"
import * as Loopback from "@florin/testing/parties/Loopback"
import * as Effect from "effect/Effect"
import type { Errand } from "./Protocol.js"
import * as RemoteBank from "./RemoteBank.js"

const by = "operator"

const actor = (id: string): Actor => ({ id: PersonId.make(id), entrance: "host", grants: allGrants })

/** More than one person may move. */
const moving: MoneyRequest = {
  ...{ operation: "refund", shop: ShopId.make("four-eyes"), subject: null, request: "{}" },
  ...{ amount: Amount.make(1000), currency: Currency.make("EUR") }
}

/** The status of an answer that is none: the errand is posted again. */
const statuses: Readonly<Record<string, number>> = { NotFound: 404, InvalidRequest: 422, StorageError: 503 }

const carryOut = Effect.gen(function* () {
  const reports = yield* TransferReports
  const operator = yield* Operator
  const people = yield* People
  const audit = yield* Audit
  const approvals = yield* Approvals
  const uidOf = (uid: string) => TransactionUid.make(uid)
  const amountOf = (amount: number | undefined) => (amount === undefined ? {} : { amount: Amount.make(amount) })

  return (errand: Errand) => {
    switch (errand._tag) {
      case "Report": {
        const progress = RemoteBank.received(errand.progress) as TransferProgress
        return reports.report(RemoteBank.gatewayId, AcquirerKey.make(errand.key), progress)
      }
      case "Approve":
        return operator.approve(uidOf(errand.uid), { by, ...amountOf(errand.amount) })
      case "Decline":
        return operator.decline(uidOf(errand.uid), { by })
      case "Hire":
        return people.add(allGrants, PersonId.make(errand.id), { place: "everywhere", role: "view" })
      case "Look":
        return audit.note({ actor: actor(errand.id), kind: "look", operation: "listDoubts" })
      case "Ask":
        return approvals.admit(moving, actor(errand.id))
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
