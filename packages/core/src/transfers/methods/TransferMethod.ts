/** The name of a way to pay by bank transfer, in requests, documents and stored transfers. */
import * as Schema from "effect/Schema"
import { methods } from "./Methods.js"

export const TransferMethod = Schema.Literal(...(Object.keys(methods) as [TransferMethod, ...Array<TransferMethod>]))

export type TransferMethod = keyof typeof methods
