/** Refuses a call before it is known in which language its customer is told. */
import * as CardFaults from "@florin/core/language/CardFaults"
import { RequestRefused } from "./refusals.js"

export const refusalFor = (errors: RequestRefused["errors"]): RequestRefused =>
  new RequestRefused({ errors, friendlyMessage: CardFaults.english.refused })

/** For one member, or as a whole. */
export const refusal = (path: ReadonlyArray<string>, sentence: string): RequestRefused =>
  refusalFor([{ path, sentence }])
