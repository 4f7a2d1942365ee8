/**
 * The wire as core asks for it.
 *
 * @since 0.1.0
 */
import { TransactionDocuments } from "@florin/core/transactions/TransactionStore"
import * as Layer from "effect/Layer"
import * as Documents from "./Documents.js"

/**
 * Encodes transactions for core: answers, status queries and webhooks are this text.
 *
 * @since 0.1.0
 * @category layers
 */
export const layer = (options: Documents.Options): Layer.Layer<TransactionDocuments> =>
  Layer.succeed(
    TransactionDocuments,
    TransactionDocuments.of({ encode: (transaction) => Documents.encode(transaction, options) })
  )
