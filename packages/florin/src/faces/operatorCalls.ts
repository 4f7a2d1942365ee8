/** What an operator calls in process. */
import { TransactionUid } from "@florin/core/ids/Ids"
import { Operator } from "@florin/core/operator/Operator"
import { operatorTable } from "@florin/wire/operations/Table"
import * as Effect from "effect/Effect"
import { hostErrorOf, idOf } from "./calls.js"
import { faceOf } from "./operationCalls.js"
import type * as Face from "./operator.js"
import { type Effectful, reading } from "./twoFaces.js"

const uidOf = idOf(TransactionUid, "uid")

/** The file of a proof is no document of the wire. */
const document: Effectful<Face.Operator>["document"] = reading((proof) =>
  Effect.gen(function* () {
    const { document } = yield* Operator
    const { content, fileName } = yield* document(yield* uidOf(proof))
    return { fileName, content: Buffer.from(content.buffer, content.byteOffset, content.byteLength) }
  }).pipe(Effect.mapError(hostErrorOf("transaction")))
)

export const operator = { ...faceOf(operatorTable, "operator"), document } as unknown as Effectful<Face.Operator>
