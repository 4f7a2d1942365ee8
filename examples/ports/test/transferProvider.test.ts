import type { TransferRequest } from "@florin/core/transfers/TransferProvider"
import { transferProviderSuite } from "@florin/testing/transfers/TransferProviderSuite"
import * as Effect from "effect/Effect"
import { describe, it } from "vitest"
import * as Rubline from "../src/transferProvider.js"
import { rubline } from "./rubline.js"

const open = Effect.map(rubline, ({ options, ...outside }) => ({ provider: Rubline.make(options), ...outside }))

// The bank's words for tests stand in the text that the customer reads: the reason of a refund, else the description.
const saying =
  (word: string) =>
  (request: TransferRequest): TransferRequest => ({
    ...request,
    transfer: { ...request.transfer, ...(request._tag === "Refund" ? { refundReason: word } : { description: word }) }
  })

transferProviderSuite({ describe, it }, "Rubline over HTTP", open, {
  recipient: { account: "+70001234567", bankCode: "100000000004" },
  refused: saying("DECLINE"),
  // A request that is lost on its way, and an answer that is.
  lost: saying("TIMEOUT"),
  late: saying("LATE")
})
