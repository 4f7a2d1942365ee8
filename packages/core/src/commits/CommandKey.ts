/**
 * The key under which a command runs: the first commit with an effect marks it, so that a repetition of a command that
 * died before its answer was kept answers what it did. Source: D13.
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type { KeyRecord } from "../idempotency/IdempotencyKey.js"
import type { ShopId } from "../ids/Ids.js"
import type { Write } from "./Write.js"

/** The claim of a key. `claimedAt` in epoch milliseconds. */
export interface CommandClaim {
  readonly shop: ShopId
  readonly key: string
  readonly fingerprint: string
  readonly claimedAt: number
  readonly subject: string
}

export class CurrentClaim extends Context.Tag("@florin/core/CurrentClaim")<CurrentClaim, CommandClaim>() {}

/** The claim under which a fiber runs a command; none: it runs none, or one without a key. */
export const claimIn = (context: Context.Context<never>): CommandClaim | undefined =>
  context.unsafeMap.get(CurrentClaim.key)

/**
 * Another caller has claimed the key, because this command took too long. This command had no effect. Always a defect:
 * only the caller that holds the claim can answer it.
 */
export class ClaimLost extends Data.TaggedError("ClaimLost") {}

const isOurs = (claim: CommandClaim, known: KeyRecord | undefined): known is KeyRecord =>
  known !== undefined &&
  known.answer === undefined &&
  known.claimedAt === claim.claimedAt &&
  known.fingerprint === claim.fingerprint

/** What a command has made, from what its earlier commits made: of one that goes in steps. */
export type MadeSoFar = (before: string | undefined) => string

/**
 * What a commit with an effect adds: the mark, unless an earlier commit of the command wrote it. `made`: the transaction
 * that it makes; empty if none. Of a command that goes in steps each commit says what was made so far.
 */
export const marksOf = (
  claim: CommandClaim,
  known: KeyRecord | undefined,
  made: string | MadeSoFar
): ReadonlyArray<Write> | ClaimLost => {
  if (!isOurs(claim, known)) return new ClaimLost()
  const { key, shop, subject } = claim
  const mark = (made: string): Write => ({ _tag: "MarkKey", shop, key, subject, made })
  if (typeof made !== "string") return [mark(made(known.made))]
  return known.made === undefined ? [mark(made)] : []
}
