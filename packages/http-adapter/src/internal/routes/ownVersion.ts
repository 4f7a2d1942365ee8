/** The version of documents that is flat, for clients that ask for it. Source: D51. */
import * as FlatDocuments from "@florin/wire/FlatDocuments"
import type * as Operation from "@florin/wire/operations/Operation"
import { ofCards } from "@florin/wire/operations/RefusalForm"
import * as Effect from "effect/Effect"
import { type Handler, Refused, type Reply } from "../transport/exchange.js"

/** Groups of operations on cards. */
const ofCardRoutes: ReadonlySet<Operation.Group> = new Set(["cards", "savedCards", "transactions"])

/** Answers clients that ask for it in the version of documents that is flat. Source: D51. */
export const inOwnVersion =
  ({ form, group }: Pick<Operation.Any, "form" | "group">) =>
  (handler: Handler): Handler => {
    if (form !== ofCards || !ofCardRoutes.has(group)) return handler
    return (exchange) => {
      const { header } = exchange.incoming
      if (header("x-api-version") !== FlatDocuments.version) return handler(exchange)
      const flat = (reply: Reply): Reply => FlatDocuments.reply(reply, header("accept-language"))
      return Effect.mapBoth(handler(exchange), {
        onFailure: (error) => (error._tag === "Refused" ? new Refused(flat(error.reply)) : error),
        onSuccess: flat
      })
    }
  }
