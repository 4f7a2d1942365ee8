/** The commands that are made of the table of operations. */
import * as Args from "@effect/cli/Args"
import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import * as Effect from "effect/Effect"
import { listFilters, operationCommands } from "../generated/operationCommands.js"
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

/** More words do not fit on a line of the help: they stand in the description. */
const mostChoices = 6

const optionOf = ({ description, member, type }: OptionOf): Options.Options<string | number> => {
  const name = member.replaceAll("_", "-")
  if (type === "integer") return Options.integer(name).pipe(Options.withDescription(description))
  if (type === "text") return Options.text(name).pipe(Options.withDescription(description))
  return type.length > mostChoices
    ? Options.text(name).pipe(Options.withDescription(`${description}: ${type.join(", ")}`))
    : Options.choice(name, type).pipe(Options.withDescription(description))
}

const optionally = (options: ReadonlyArray<OptionOf>) =>
  Object.fromEntries(options.map((each) => [each.member, Options.optional(optionOf(each))]))

/** What a list is narrowed by, each under the name that the query of its operation has. */
export const filtersOf = (words: keyof typeof listFilters) => optionally(listFilters[words])

const commandOf = (one: OperationCommand) => {
  const { argument, description, options, words } = one
  const request = optionally(options)
  const config = {
    request,
    as,
    json,
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
