/** Reports unknown members of a request, in the sandbox. Source: D3. */
import type * as Requests from "@florin/wire/Requests"
import * as Option from "effect/Option"
import type { Reply } from "./exchange.js"

/** A structured list (RFC 8941) of paths, each with the name that was probably meant, if there is one. */
const written = ({ meant, path }: Requests.UnknownMember): string =>
  meant === undefined ? path.join(".") : `${path.join(".")};meant=${meant}`

export const withUnknownMembers =
  ({ unknownMembers }: Requests.Decoder<unknown>, body: Option.Option<unknown>) =>
  (reply: Reply): Reply => {
    const found = Option.isNone(body) ? [] : unknownMembers(body.value)
    if (found.length === 0) return reply
    return { ...reply, headers: { ...reply.headers, "florin-unknown-members": found.map(written).join(", ") } }
  }
