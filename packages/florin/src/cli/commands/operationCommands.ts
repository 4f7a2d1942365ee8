/** The commands that are made of the table of operations. */
import * as Args from "@effect/cli/Args"
import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import * as Effect from "effect/Effect"
import { operationCommands } from "../generated/operationCommands.js"
import { as, json, shop } from "./sharedOptions.js"

const work = Effect.promise(() => import("./operationWork.js"))

/** A member of a request. */
interface OptionOf {
  readonly member: string
  readonly description: string
  readonly type: "text" | "integer" | ReadonlyArray<string>
}

interface OperationCommand {
  readonly words: string
  readonly description: string
  /** Which record the command is about. */
  readonly argument?: { readonly name: string; readonly description: string }
  readonly options: ReadonlyArray<OptionOf>
  readonly examples: readonly [string, ...ReadonlyArray<string>]
}

const groupOf = ({ words }: OperationCommand): string => words.split(" ")[0] ?? ""

export const of = (group: string): ReadonlyArray<OperationCommand> =>
  (operationCommands as ReadonlyArray<OperationCommand>).filter((one) => groupOf(one) === group)

/** A transaction is found by its uid in whichever shop; otherwise the shop is `--shop`, or the only one. */
export const findsShop = ({ argument }: OperationCommand): boolean => argument?.name === "uid"

const optionOf = ({ description, member, type }: OptionOf): Options.Options<unknown> => {
  const name = member.replaceAll("_", "-")
  if (type === "integer") return Options.integer(name).pipe(Options.withDescription(description))
  const given = type === "text" ? Options.text(name) : Options.choice(name, type)
  return given.pipe(Options.withDescription(description))
}

const commandOf = (one: OperationCommand) => {
  const { argument, description, options, words } = one
  const request = Object.fromEntries(options.map((each) => [each.member, Options.optional(optionOf(each))]))
  const config = {
    ...{ request, as, json },
    ...(argument === undefined
      ? {}
      : { id: Args.text({ name: argument.name }).pipe(Args.withDescription(argument.description)) }),
    ...(findsShop(one) ? {} : { shop })
  }
  return Command.make(words.split(" ").slice(1).join(" "), config, (given) =>
    Effect.flatMap(work, ({ perform }) => perform(words, given))
  ).pipe(Command.withDescription(description))
}

export const below = (group: string) => of(group).map(commandOf)
