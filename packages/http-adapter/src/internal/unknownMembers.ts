/**
 * In the sandbox an integrator is told which members of a request are unknown. Source: D3.
 */
import type * as Requests from "@florin/wire/Requests"
import * as Option from "effect/Option"
import type { Reply } from "./exchange.js"

/** A list of structured fields (RFC 8941): paths, each with the name that was probably meant, where there is one. */
const written = ({ meant, path }: Requests.UnknownMember): string =>
  meant === undefined ? path.join(".") : `${path.join(".")};meant=${meant}`

export const withUnknownMembers =
  ({ unknownMembers }: Requests.Decoder<unknown>, body: Option.Option<unknown>) =>
  (reply: Reply): Reply => {
    const found = Option.isNone(body) ? [] : unknownMembers(body.value)
    if (found.length === 0) return reply
    return { ...reply, headers: { ...reply.headers, "florin-unknown-members": found.map(written).join(", ") } }
  }
