/** The operator's calls over the operations of the gateway. */
import { TransactionUid } from "@florin/core/ids/Ids"
import { Operator } from "@florin/core/operator/Operator"
import type { OperatorPage } from "@florin/core/operator/OperatorStore"
import { Reconciliation } from "@florin/core/reconciliation/Reconciliation"
import { TransactionDocuments } from "@florin/core/transactions/TransactionStore"
import * as OperatorDocuments from "@florin/wire/OperatorDocuments"
import * as OperatorRequests from "@florin/wire/OperatorRequests"
import type { Decoder } from "@florin/wire/Requests"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { Page } from "../billing.js"
import type * as Face from "../operator.js"
import type { Transfer } from "../transfers.js"
import { type Failure, idOf, refusal, shortPageOf, toldOf } from "./calls.js"
import { toHost, toWire } from "./camelCase.js"
import { shops } from "./shopAdministrationCalls.js"
import type { CallError, Effectful, Parts } from "./twoFaces.js"

type Services = Operator["Type"]

const uidOf = idOf(TransactionUid, "uid")

const byOf = (by: unknown) =>
  typeof by === "string" && /^[^\u0000-\u001f]{1,64}$/.test(by) && by.trim() !== ""
    ? Effect.succeed(by)
    : refusal(["by"], "must be a text of 1 to 64 characters")

const told: <A>(call: Effect.Effect<A, Failure, Parts>) => Effect.Effect<A, CallError, Parts> = Effect.mapError(
  toldOf("transaction")
)

/** Answers with the documents of the wire as plain values. */
const answer = <Answer>(call: Effect.Effect<string, Failure, Parts>): Effect.Effect<Answer, CallError, Parts> =>
  told(Effect.map(call, (text) => toHost(JSON.parse(text)) as Answer))

const listed = <A>(
  page: Page,
  list: (services: Services) => (page: OperatorPage) => Effect.Effect<ReadonlyArray<A>, Failure>,
  encode: (all: ReadonlyArray<A>, now: DateTime.Utc) => string
) =>
  Effect.gen(function* () {
    const find = list(yield* Operator)
    return encode(yield* shortPageOf(uidOf, page, find), yield* DateTime.now)
  })

const lists: Effectful<Pick<Face.Operator, "proofs" | "evidence" | "inDoubt">> = {
  proofs: (page = {}) => {
    const call = listed(page, ({ proofs }) => proofs, OperatorDocuments.encodeProofs)
    return Effect.map(answer<{ readonly proofs: ReadonlyArray<Face.WaitingProof> }>(call), ({ proofs }) => proofs)
  },
  evidence: (page = {}) => {
    const call = listed(page, ({ evidence }) => evidence, OperatorDocuments.encodeEvidence)
    return Effect.map(
      answer<{ readonly transfers: ReadonlyArray<Face.ReportedTransfer> }>(call),
      ({ transfers }) => transfers
    )
  },
  inDoubt: (page = {}) => {
    const call = listed(page, ({ inDoubt }) => inDoubt, OperatorDocuments.encodeDoubts)
    return Effect.map(answer<{ readonly doubts: ReadonlyArray<Face.Doubt> }>(call), ({ doubts }) => doubts)
  }
}

const decided =
  <Request>(
    decoder: Decoder<Request>,
    decide: (
      services: Services,
      uid: TransactionUid,
      request: Request & { readonly by: string }
    ) => ReturnType<Services["approve"]>
  ) =>
  (uid: string, { by, ...request }: { readonly by: string } = { by: "" }) => {
    const call = Effect.gen(function* () {
      const operator = yield* byOf(by)
      const decoded = yield* decoder(toWire(request))
      const transfer = yield* decide(yield* Operator, yield* uidOf(uid), { ...decoded, by: operator })
      return (yield* TransactionDocuments).encode(transfer)
    })
    return Effect.map(answer<{ readonly transaction: Transfer }>(call), ({ transaction }) => transaction)
  }

export const operator: Effectful<Face.Operator> = {
  ...lists,
  shops,
  approve: decided(OperatorRequests.approval, ({ approve }, ...rest) => approve(...rest)),
  decline: decided(OperatorRequests.refusal, ({ decline }, ...rest) => decline(...rest)),
  correct: decided(OperatorRequests.correction, ({ correct }, ...rest) => correct(...rest)),
  document: (proof) =>
    told(
      Effect.gen(function* () {
        const { document } = yield* Operator
        const { content, fileName } = yield* document(yield* uidOf(proof))
        return { fileName, content: Buffer.from(content.buffer, content.byteOffset, content.byteLength) }
      })
    ),
  reconcile: (request = {}) =>
    answer(
      Effect.gen(function* () {
        const { run } = yield* Reconciliation
        const asked = yield* OperatorRequests.reconciling(toWire(request))
        return OperatorDocuments.encodeReport(yield* run(yield* OperatorRequests.periodOf(asked, yield* DateTime.now)))
      })
    )
}
