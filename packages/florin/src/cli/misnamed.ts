/** A word behind a group that is none of its commands. `@effect/cli` would list the commands of `florin` instead. */
import * as HelpDoc from "@effect/cli/HelpDoc"
import * as ValidationError from "@effect/cli/ValidationError"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import type { Tree } from "./commandTree.js"

/** The names of a group's commands; none of what is no group. */
const below = (tree: Tree, group: string): ReadonlyArray<string> =>
  [...tree.keys()].flatMap((words) => (words.startsWith(`${group} `) ? [words.slice(group.length + 1)] : []))

/** What is wrong with the words of an invocation, if it names a group without a command of it. */
export const misnamedIn = (tree: Tree, words: ReadonlyArray<string>): string | undefined => {
  const [group = "", name] = words.filter((word) => word !== "--json")
  const names = below(tree, group)
  if (names.length === 0 || name?.startsWith("-") || (name !== undefined && names.includes(name))) return undefined
  return `Invalid subcommand for florin ${group} - use one of ${names.map((one) => `'${one}'`).join(", ")}`
}

/** Ends as `@effect/cli` ends what it refuses. */
export const refused = (says: string): Effect.Effect<never, ValidationError.ValidationError> =>
  Effect.zipRight(Console.error(says), Effect.fail(ValidationError.commandMismatch(HelpDoc.p(says))))
