/** A shop's transfers over the operations of the gateway. */
import { createHash } from "node:crypto"
import { TransactionUid } from "@florin/core/ids/Ids"
import type { Answer } from "@florin/core/operations/Answer"
import type { Shop } from "@florin/core/shops/Shop"
import { TransactionDocuments } from "@florin/core/transactions/TransactionStore"
import { Transfers } from "@florin/core/transfers/Transfers"
import * as Confirmations from "@florin/wire/Confirmations"
import type { Decoder } from "@florin/wire/Requests"
import * as TransferRequests from "@florin/wire/TransferRequests"
import * as Effect from "effect/Effect"
import type * as Face from "../transfers.js"
import { type Answering, type Failure, idOf } from "./calls.js"
import { toWire } from "./camelCase.js"
import type { Effectful } from "./twoFaces.js"

type Services = Transfers["Type"]

const uidOf = idOf(TransactionUid)

const wrapped = (request: unknown): unknown => ({ request: toWire(request) })

/** What the wire asks for beside the bytes. */
const described = ({ content, fileName }: Face.ProofRequest["document"]) => ({
  contentType: "application/pdf",
  fileName,
  fileSize: content.length,
  checksum: createHash("sha256").update(content).digest("hex"),
  // In the place of the base64, which nobody reads here.
  content: "-"
})

const proofOf = ({ document, ...proof }: Face.ProofRequest) =>
  Effect.map(TransferRequests.proof(wrapped({ ...proof, document: described(document) })), (sent) => ({
    ...sent,
    document: { ...sent.document, content: document.content }
  }))

export const make = (answer: Answering): Effectful<Face.Transfers> => {
  const one = (call: (services: Services, shop: Shop) => Effect.Effect<string, Failure, TransactionDocuments>) =>
    Effect.map(
      answer<{ readonly transaction: Face.Transfer }>("transfer", (shop) =>
        Effect.flatMap(Transfers, (services) => call(services, shop))
      ),
      ({ transaction }) => transaction
    )

  const documentOf = <E>(answered: Effect.Effect<Answer, E>) => Effect.map(answered, ({ document }) => document)

  const asked =
    <Request>(
      decoder: Decoder<Request>,
      run: (services: Services, shop: Shop, request: Request) => ReturnType<Services["pay"]>
    ) =>
    (request: unknown) =>
      one((services, shop) =>
        Effect.flatMap(decoder(wrapped(request)), (decoded) => documentOf(run(services, shop, decoded)))
      )

  return {
    pay: asked(TransferRequests.payment, ({ pay }, ...rest) => pay(...rest)),
    refund: asked(TransferRequests.refund, ({ refund }, ...rest) => refund(...rest)),
    payOut: asked(TransferRequests.payout, ({ payOut }, ...rest) => payOut(...rest)),
    prove: (payment, request) =>
      one(({ prove }, shop) =>
        Effect.flatMap(uidOf(payment), (uid) =>
          Effect.flatMap(proofOf(request), (proof) => documentOf(prove(shop, uid, proof)))
        )
      ),
    confirm: (payment, request = {}) => {
      const answered = answer<{ readonly response: Face.Confirmation }>("transfer", (shop) =>
        Effect.gen(function* () {
          const { confirm } = yield* Transfers
          const decoded = yield* TransferRequests.confirm(toWire(request))
          return Confirmations.encode(yield* confirm(shop, yield* uidOf(payment), decoded))
        })
      )
      return Effect.map(answered, ({ response }) => response)
    },
    find: (uid) =>
      one(({ find }, shop) =>
        Effect.gen(function* () {
          const { encode } = yield* TransactionDocuments
          return encode(yield* find(shop, yield* uidOf(uid)))
        })
      )
  }
}
