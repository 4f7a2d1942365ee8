/** The commands of the sandbox's clock: move and stop there, or follow real time again. */
import { type InvalidRequest, invalid } from "@florin/core/request/InvalidRequest"
import * as Effect from "effect/Effect"
import * as ClockTarget from "./ClockTarget.js"

/** Source: D38. */
export type ClockCommand = ClockTarget.ClockTarget | { readonly _tag: "Follow" }

const isGiven = (value: unknown): boolean => value !== undefined && value !== null

const membersOf = (body: unknown): Readonly<Record<string, unknown>> =>
  typeof body === "object" && body !== null ? { ...body } : {}

/**
 * Decodes `{"advance":"P1M"}`, `{"to":"2030-01-31T00:00:00Z"}` or `{"follow":true}`.
 *
 * Errors: `follow` with one of the others, or not `true`; and those of a target. Source: D3, D38.
 */
export const decode = (body: unknown): Effect.Effect<ClockCommand, InvalidRequest> => {
  const { advance, follow, to } = membersOf(body)
  if (!isGiven(follow)) return ClockTarget.decode(body)
  if (isGiven(advance) || isGiven(to)) return invalid("follow", "can't be sent together with advance or to")
  return follow === true ? Effect.succeed({ _tag: "Follow" }) : invalid("follow", "must be true")
}
