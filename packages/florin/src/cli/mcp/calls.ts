/** What a tool does: reads in this process, beside the servers; changes at a running server. */

import { Entropy, type ShopId } from "@florin/core/ids/Ids"
import type { StorageError } from "@florin/core/store/StorageError"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Encoding from "effect/Encoding"
import * as Option from "effect/Option"
import { type Caller, calling } from "../../faces/operationCalls.js"
import type { CallError, Parts } from "../../faces/twoFaces.js"
import type { BadSetting } from "../badSetting.js"
import type { Commanding } from "../commands/acting.js"
import type * as Confirmation from "./confirmation.js"
import type { ToolAnswer } from "./protocol.js"
import * as Sent from "./sent.js"
import { shown } from "./shown.js"
import { type Tool, takesShop } from "./tools.js"

type Given = Readonly<Record<string, unknown>>

/** Whose a change is: a shop's, or an operator's. */
export interface Keys {
  readonly shop?: Sent.Credentials | undefined
  readonly operator?: Sent.Credentials | undefined
}

export interface Access {
  readonly url: string
  readonly keys: Keys
  readonly confirmation: Confirmation.Confirmation
  /** Whose reads they are: what is looked at stands in the audit before it is answered. */
  readonly commanding: Commanding
  /** The shop that a call is about: the one that was named, or the only one. */
  readonly chosen: (named: Option.Option<string>) => Effect.Effect<string, BadSetting | StorageError, Parts>
  /** Of which shop a transaction is. */
  readonly shopOf: (uid: string) => Effect.Effect<Option.Option<string>, CallError, Parts>
}

const refused = (message: string): ToolAnswer => ({ isError: true, document: message })

const argumentsIn = ({ shown }: Tool): ReadonlyArray<string> =>
  Object.keys((shown.inputSchema as { readonly properties: object }).properties)

/** The first argument that the tool does not take, or that is missing or no text where it takes one. */
const faultIn = (tool: Tool, given: Given): string | undefined => {
  const known = argumentsIn(tool)
  if (!Object.keys(given).every((name) => known.includes(name))) {
    return `An argument is none of ${tool.shown.name}, which takes: ${known.join(", ") || "none"}`
  }
  const { name } = tool.row.subject ?? {}
  const texts = ["shop", "confirm", ...(name === undefined ? [] : [name])]
  const wrong = texts.find((text) => given[text] !== undefined && typeof given[text] !== "string")
  if (wrong !== undefined) return `${wrong} must be a text`
  return name !== undefined && given[name] === undefined ? `${name} is needed` : undefined
}

/** Why a read was not carried out, as the assistant is to read it. */
interface Refused {
  readonly message: string
}

const callerOf = (tool: Tool, access: Access, given: Given): Effect.Effect<Caller, Refused, Parts> => {
  const { row } = tool
  if (row.permission === "operator") return Effect.succeed("operator")
  if (takesShop(row)) {
    return Effect.map(access.chosen(Option.fromNullable(given.shop as string | undefined)), (shop) => ({ shop }))
  }
  return Effect.flatMap(
    access.shopOf(String(given.uid)),
    Option.match({
      onNone: () => Effect.fail({ message: `There is no ${row.record} with this uid` }),
      onSome: (shop) => Effect.succeed({ shop })
    })
  )
}

const read = (tool: Tool, access: Access, given: Given): Effect.Effect<ToolAnswer, never, Parts> => {
  const { body, query, subject } = tool.row
  const { confirm: _, request, shop: __, ...members } = given
  const { [subject?.name ?? ""]: id, ...others } = members
  const input = [
    ...(subject === undefined ? [] : [id]),
    ...(body === undefined && query === undefined ? [] : [request ?? others])
  ]
  const { inShop, inSight } = access.commanding
  const kept = (caller: Caller) => {
    const work = calling(tool.row, caller)(...input)
    if (typeof caller === "string") return inSight(tool.row, () => work, id)
    return inShop(tool.row, { shop: caller.shop as ShopId, subject: id }, work)
  }
  return callerOf(tool, access, given).pipe(
    Effect.flatMap(kept),
    Effect.map((document) => ({
      document: shown(Array.isArray(document) ? { [tool.row.member ?? "list"]: document } : document)
    })),
    Effect.catchAll((error) => Effect.succeed(refused(error.message)))
  )
}

const change = (tool: Tool, access: Access, given: Given): Effect.Effect<ToolAnswer> =>
  Effect.gen(function* () {
    const { confirm, ...rest } = given
    const { row } = tool
    const as = row.permission === "operator" ? access.keys.operator : access.keys.shop
    if (as === undefined)
      return refused(`${tool.shown.name} needs a key, which the server of tools was started without`)
    const what = { row, request: rest.request, subject: rest[row.subject?.name ?? ""] as string | undefined }
    const bound = JSON.stringify([row.id, what.subject ?? null, what.request ?? null])
    const { epochMillis } = yield* DateTime.now
    if (confirm === undefined) {
      const nonce = Encoding.encodeHex((yield* Entropy)(8))
      return {
        document: {
          will: `${Sent.described(what)}, as ${as.id}`,
          confirm: access.confirmation.give(nonce, epochMillis, bound)
        }
      }
    }
    if (!access.confirmation.isRight(String(confirm), epochMillis, bound)) {
      return refused("confirm is not that of these arguments, or is older than ten minutes. Call without it first")
    }
    const answer = yield* Sent.sent(what, { url: access.url, as, key: String(confirm) })
    return { ...answer, document: shown(answer.document) }
  })

/** Never fails: what went wrong is for the assistant to read. A defect says nothing of itself. */
export const call = (tool: Tool, access: Access, given: Given): Effect.Effect<ToolAnswer, never, Parts> => {
  const fault = faultIn(tool, given)
  if (fault !== undefined) return Effect.succeed(refused(fault))
  const done = tool.writes ? change(tool, access, given) : read(tool, access, given)
  return Effect.catchAllDefect(done, (defect) =>
    Effect.as(
      Effect.logError("A tool died", defect),
      refused("This has failed; the log of the server of tools says why")
    )
  )
}
