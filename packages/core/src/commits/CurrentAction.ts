/** For whom a fiber acts, which the first commit of the action that has an effect keeps. Source: D75. */
import * as Context from "effect/Context"
import type { AuditEntry } from "../people/AuditEntry.js"
import type { Write } from "./Write.js"

/** What an actor does: it and who did it are durable together or not at all. */
export class CurrentAction extends Context.Tag("@florin/core/Acting")<
  CurrentAction,
  {
    readonly entry: AuditEntry
    /** What the commit that keeps the entry writes, too: the approval that the action uses up. */
    readonly uses: ReadonlyArray<Write>
    /** A commit of this process has kept the entry. */
    isKept: boolean
  }
>() {}

/** None: the fiber acts for a shop, a customer or due work, whose history is that of their records. */
export const currentActionIn = (context: Context.Context<never>): CurrentAction["Type"] | undefined =>
  context.unsafeMap.get(CurrentAction.key)

/** The writes that a commit adds which is the first of the action to have an effect. */
export const writesOf = ({ entry, uses }: CurrentAction["Type"]): ReadonlyArray<Write> => [
  { _tag: "AppendAudit", entry },
  ...uses
]
