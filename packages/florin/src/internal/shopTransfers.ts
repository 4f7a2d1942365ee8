/** A shop's transfers over the operations of the gateway. */
import { createHash } from "node:crypto"
import type { IdempotencyKey } from "@florin/core/idempotency/IdempotencyKey"
import { TransactionUid } from "@florin/core/ids/Ids"
import type { Shop } from "@florin/core/shops/Shop"
import { TransactionDocuments } from "@florin/core/transactions/TransactionStore"
import { Transfers } from "@florin/core/transfer-operations/Transfers"
import * as Confirmations from "@florin/wire/Confirmations"
import type { Decoder } from "@florin/wire/Requests"
import * as TransferRequests from "@florin/wire/TransferRequests"
import * as Effect from "effect/Effect"
import type { CallOptions } from "../cards.js"
import type * as Face from "../transfers.js"
import { type Answering, type Failure, idOf, refusal } from "./calls.js"
import { toWire } from "./camelCase.js"
import { keyed, once } from "./keyed.js"
import type { CallError, Effectful, Parts } from "./twoFaces.js"

type Services = Transfers["Type"]

const uidOf = idOf(TransactionUid, "uid")

const wrapped = (request: unknown): unknown => ({ request: toWire(request) })

const isBytes = (content: unknown): content is Uint8Array => ArrayBuffer.isView(content) && "length" in content

/** What the wire asks for beside the bytes. */
const described = ({ content, fileName }: Face.ProofRequest["document"]) => ({
  contentType: "application/pdf",
  fileName,
  fileSize: content.length,
  checksum: createHash("sha256").update(content).digest("hex"),
  // In the place of the base64, which nobody reads here.
  content: "-"
})

const asSent = ({ document, ...proof }: Face.ProofRequest): unknown =>
  wrapped({ ...proof, document: described(document) })

type Run<Request> = (
  services: Services,
  shop: Shop,
  request: Request,
  key: IdempotencyKey | undefined
) => ReturnType<Services["pay"]>

/** Operations whose first answers core keeps. */
const operations = (answer: Answering) => {
  const operation = <Request>(
    name: string,
    request: unknown,
    options: CallOptions | undefined,
    decode: Effect.Effect<Request, Failure>,
    run: Run<Request>
  ): Effect.Effect<Face.Transfer, CallError, Parts> => {
    const answered = answer<{ readonly transaction: Face.Transfer }>("transfer", (shop) =>
      Effect.gen(function* () {
        const services = yield* Transfers
        const ran = keyed({ shop, name: `transfers.${name}`, request, options }, (print) =>
          Effect.flatMap(decode, (decoded) => run(services, shop, decoded, print))
        )
        return (yield* ran).document
      })
    )
    return Effect.map(answered, ({ transaction }) => transaction)
  }

  return {
    asked:
      <Request>(name: string, decoder: Decoder<Request>, run: Run<Request>) =>
      (said: unknown, options?: CallOptions) => {
        const request = wrapped(said)
        return operation(name, request, options, decoder(request), run)
      },
    prove: (payment: string, said: Face.ProofRequest, options?: CallOptions) => {
      const content: unknown = said?.document?.content
      if (!isBytes(content)) return refusal(["document", "content"], "must be the bytes of a file, as a Uint8Array")
      const request = asSent(said)
      const decode = Effect.map(
        Effect.all({ uid: uidOf(payment), sent: TransferRequests.proof(request) }),
        ({ sent, uid }) => ({ uid, proof: { ...sent, document: { ...sent.document, content } } })
      )
      return operation("prove", { payment, request }, options, decode, ({ prove }, shop, { proof, uid }, key) =>
        prove(shop, uid, proof, key)
      )
    }
  }
}

const confirming =
  (answer: Answering): Effectful<Face.Transfers>["confirm"] =>
  (payment, said = {}, options) => {
    const request = toWire(said)
    const answered = answer<{ readonly response: Face.Confirmation }>("transfer", (shop) =>
      once({ shop, name: "transfers.confirm", request: { payment, request }, options }, () =>
        Effect.gen(function* () {
          const { confirm } = yield* Transfers
          const decoded = yield* TransferRequests.confirm(request)
          return Confirmations.encode(yield* confirm(shop, yield* uidOf(payment), decoded))
        })
      )
    )
    return Effect.map(answered, ({ response }) => response)
  }

export const make = (answer: Answering): Effectful<Face.Transfers> => {
  const { asked, prove } = operations(answer)
  return {
    pay: asked("pay", TransferRequests.payment, ({ pay }, ...rest) => pay(...rest)),
    refund: asked("refund", TransferRequests.refund, ({ refund }, ...rest) => refund(...rest)),
    payOut: asked("payOut", TransferRequests.payout, ({ payOut }, ...rest) => payOut(...rest)),
    prove,
    confirm: confirming(answer),
    find: (uid) => {
      const answered = answer<{ readonly transaction: Face.Transfer }>("transfer", (shop) =>
        Effect.gen(function* () {
          const { encode } = yield* TransactionDocuments
          const { find } = yield* Transfers
          return encode(yield* find(shop, yield* uidOf(uid)))
        })
      )
      return Effect.map(answered, ({ transaction }) => transaction)
    }
  }
}
