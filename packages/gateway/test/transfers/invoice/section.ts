// The rows of the documents and of the contract.
import type { Transfer } from "@florin/core/transfers/Transfer"
import { documents, schemas } from "@florin/wire/TransferMethods"
import * as Schema from "effect/Schema"

const members = ({ order }: Transfer) => ({ number: order?.mark ?? null })

Object.assign(documents, { post: { hasForm: true, members } })

const section = Schema.Struct({ type: Schema.Literal("invoice"), number: Schema.String })

Object.assign(schemas, { invoice: Schema.optionalWith(section, { exact: true }) })
