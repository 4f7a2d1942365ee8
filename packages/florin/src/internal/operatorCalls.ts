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
import type * as Runtime from "effect/Runtime"
import type { Page } from "../billing.js"
import type { Florin } from "../florin.js"
import type * as Face from "../operator.js"
import type { Transfer } from "../transfers.js"
import { idOf, refusal, shortPageOf, toldOf } from "./calls.js"
import { toHost, toWire } from "./camelCase.js"
import { promiseOf, start } from "./running.js"

type Services = Operator["Type"]

const uidOf = idOf(TransactionUid)

const byOf = (by: unknown) =>
  typeof by === "string" && /^[^\u0000-\u001f]{1,64}$/.test(by) && by.trim() !== ""
    ? Effect.succeed(by)
    : refusal(["by"], "must be a text of 1 to 64 characters")

/** Runs calls, and answers with the documents of the wire as plain values. */
const answering = (runtime: Runtime.Runtime<Florin>) => {
  const run = start(runtime)
  const told = <A>(call: Effect.Effect<A, unknown, Florin>): Promise<A> =>
    promiseOf(run(Effect.mapError(call, toldOf("transaction"))))
  return {
    told,
    answer: <Answer>(call: Effect.Effect<string, unknown, Florin>): Promise<Answer> =>
      told(Effect.map(call, (text) => toHost(JSON.parse(text)) as Answer))
  }
}

type Calls = ReturnType<typeof answering>

const lists = ({ answer }: Calls) => {
  const listed = <A>(
    page: Page,
    list: (services: Services) => (page: OperatorPage) => Effect.Effect<ReadonlyArray<A>, unknown>,
    encode: (all: ReadonlyArray<A>, now: DateTime.Utc) => string
  ) =>
    Effect.gen(function* () {
      const find = list(yield* Operator)
      return encode(yield* shortPageOf(uidOf, page, find), yield* DateTime.now)
    })
  return {
    proofs: async (page: Page = {}) => {
      const call = listed(page, ({ proofs }) => proofs, OperatorDocuments.encodeProofs)
      return (await answer<{ readonly proofs: ReadonlyArray<Face.WaitingProof> }>(call)).proofs
    },
    evidence: async (page: Page = {}) => {
      const call = listed(page, ({ evidence }) => evidence, OperatorDocuments.encodeEvidence)
      return (await answer<{ readonly transfers: ReadonlyArray<Face.ReportedTransfer> }>(call)).transfers
    },
    inDoubt: async (page: Page = {}) => {
      const call = listed(page, ({ inDoubt }) => inDoubt, OperatorDocuments.encodeDoubts)
      return (await answer<{ readonly doubts: ReadonlyArray<Face.Doubt> }>(call)).doubts
    }
  }
}

const decisions = ({ answer }: Calls) => {
  const decided =
    <Request>(
      decoder: Decoder<Request>,
      decide: (
        services: Services,
        uid: TransactionUid,
        request: Request & { readonly by: string }
      ) => ReturnType<Services["approve"]>
    ) =>
    async (uid: string, { by, ...request }: { readonly by: string }): Promise<Transfer> => {
      const call = Effect.gen(function* () {
        const operator = yield* byOf(by)
        const decoded = yield* decoder(toWire(request))
        const transfer = yield* decide(yield* Operator, yield* uidOf(uid), { ...decoded, by: operator })
        return (yield* TransactionDocuments).encode(transfer)
      })
      return (await answer<{ readonly transaction: Transfer }>(call)).transaction
    }
  return {
    approve: decided(OperatorRequests.approval, ({ approve }, ...rest) => approve(...rest)),
    decline: decided(OperatorRequests.refusal, ({ decline }, ...rest) => decline(...rest)),
    correct: decided(OperatorRequests.correction, ({ correct }, ...rest) => correct(...rest))
  }
}

export const make = (runtime: Runtime.Runtime<Florin>): Face.Operator => {
  const calls = answering(runtime)
  return {
    ...lists(calls),
    ...decisions(calls),
    document: (proof) =>
      calls.told(
        Effect.gen(function* () {
          const { document } = yield* Operator
          const { content, fileName } = yield* document(yield* uidOf(proof))
          return { fileName, content: Buffer.from(content.buffer, content.byteOffset, content.byteLength) }
        })
      ),
    reconcile: (request = {}) =>
      calls.answer(
        Effect.gen(function* () {
          const { run } = yield* Reconciliation
          const asked = yield* OperatorRequests.reconciling(toWire(request))
          return OperatorDocuments.encodeReport(
            yield* run(yield* OperatorRequests.periodOf(asked, yield* DateTime.now))
          )
        })
      )
  }
}
