/** Reports unknown members of a request and its query, in the sandbox. Source: D3. */
import type * as Operation from "@florin/wire/operations/Operation"
import { SandboxRoutes } from "@florin/wire/operations/SandboxPort"
import * as Requests from "@florin/wire/Requests"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Incoming } from "../../Incoming.js"
import { parsed, type Reply } from "./exchange.js"

type Known = Pick<Operation.Any, "body" | "query">

/** A structured list (RFC 8941) of paths, each with the name that was probably meant, if there is one. */
const written = ({ meant, path }: Requests.UnknownMember): string =>
  meant === undefined ? path.join(".") : `${path.join(".")};meant=${meant}`

const inBody = ({ body }: Known, bytes: Uint8Array = new Uint8Array()): ReadonlyArray<Requests.UnknownMember> => {
  const sent = body === undefined || bytes.length === 0 ? Option.none() : parsed(bytes)
  return Option.isNone(sent) ? [] : (body?.decode.unknownMembers(sent.value) ?? [])
}

const inQuery = ({ query = {} }: Known, { query: sent }: Incoming): ReadonlyArray<Requests.UnknownMember> =>
  sent === "" ? [] : Requests.unknownNames(Object.keys(query), new URLSearchParams(sent).keys())

type Naming = (known: Known, incoming: Incoming, bytes?: Uint8Array) => (reply: Reply) => Reply

const named: Naming = (known, incoming, bytes) => (reply) => {
  const found = [...inBody(known, bytes), ...inQuery(known, incoming)]
  if (found.length === 0) return reply
  const header = found.slice(0, Requests.listed).map(written).join(", ")
  return { ...reply, headers: { ...reply.headers, "florin-unknown-members": header } }
}

/** What names them; undefined where there is no sandbox. `bytes`: the body as far as it is looked at. */
export const naming: Effect.Effect<Naming | undefined> = Effect.map(Effect.serviceOption(SandboxRoutes), (sandbox) =>
  Option.isSome(sandbox) ? named : undefined
)
