/**
 * The key under which a command runs: the first commit with an effect marks it, so that a repetition of a command that
 * died before its answer was kept answers what it did. Source: D13.
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type { ShopId } from "../ids/Ids.js"
import type { Operation } from "../store/Operation.js"
import * as Reads from "../store/Reads.js"
import type { Write } from "../store/Write.js"
import type { KeyRecord } from "./IdempotencyKey.js"

/** The claim of a key. `claimedAt` in epoch milliseconds. */
export interface CommandClaim {
  readonly shop: ShopId
  readonly key: string
  readonly fingerprint: string
  readonly claimedAt: number
  readonly subject: string
}

export class CommandKey extends Context.Tag("@florin/core/CommandKey")<CommandKey, CommandClaim>() {}

/** The claim under which a fiber runs a command; none: it runs none, or one without a key. */
export const claimIn = (context: Context.Context<never>): CommandClaim | undefined =>
  context.unsafeMap.get(CommandKey.key)

/**
 * A repetition of the command has claimed its key since, because it took too long. It has had no effect. Always a defect:
 * only whoever made the claim can answer it.
 */
export class ClaimLost extends Data.TaggedError("ClaimLost") {}

interface Facts {
  readonly command: KeyRecord | undefined
}

const isOurs = (claim: CommandClaim, known: KeyRecord | undefined): known is KeyRecord =>
  known !== undefined &&
  known.answer === undefined &&
  known.claimedAt === claim.claimedAt &&
  known.fingerprint === claim.fingerprint

/**
 * The operation in whose commit the key is marked, unless an earlier one did. `made`: the transaction that it makes; empty
 * if none. Refused as `ClaimLost` where it would write and the claim is another's by now.
 */
export const marking = <Known, Answer, Refusal>(
  claim: CommandClaim,
  operation: Operation<Known, Answer, Refusal>,
  made = ""
): Operation<Known & Facts, Answer, Refusal | ClaimLost> => ({
  name: operation.name,
  load: { ...operation.load, command: Reads.key(claim.shop, claim.key) } as Reads.Reads<Known & Facts>,
  decide: (facts) => {
    const decision = operation.decide(facts)
    if (decision._tag === "Refused" || decision.writes.length === 0) return decision
    const { command } = facts
    if (!isOurs(claim, command)) return { _tag: "Refused", refusal: new ClaimLost() }
    if (command.made !== undefined) return decision
    const { key, shop, subject } = claim
    const mark: Write = { _tag: "MarkKey", shop, key, subject, made }
    return { ...decision, writes: [...decision.writes, mark] }
  }
})
