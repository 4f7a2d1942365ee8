/** The help of a command, for a terminal of 80 columns: what it does, its options, examples, and its settings. */
import type * as CliConfig from "@effect/cli/CliConfig"
import * as Descriptor from "@effect/cli/CommandDescriptor"
import type { HelpDoc } from "@effect/cli/HelpDoc"
import type { Span } from "@effect/cli/HelpDoc/Span"
import type { Tree } from "../commandTree.js"
import { settings } from "../settingsHelp.js"
import { taught } from "./taught.js"
import { defined, wrapped } from "./wrappedText.js"

const config: CliConfig.CliConfig = {
  isCaseSensitive: true,
  autoCorrectLimit: 2,
  finalCheckBuiltIn: false,
  showAllNames: true,
  showBuiltIns: false,
  showTypes: true
}

const textOf = (span: Span): string => {
  switch (span._tag) {
    case "Text":
    case "URI":
      return span.value
    case "Sequence":
      return `${textOf(span.left)}${textOf(span.right)}`
    case "Highlight":
    case "Strong":
    case "Weak":
      return textOf(span.value)
  }
}

const partsOf = (doc: HelpDoc): ReadonlyArray<HelpDoc> =>
  doc._tag === "Sequence" ? [...partsOf(doc.left), ...partsOf(doc.right)] : [doc]

// What @effect/cli says of every option of a type.
const boilerplate =
  /^(?:A user-defined piece of text|An integer|A true or false value|One of the following|This (?:setting|argument|option))/

const meaningOf = (doc: HelpDoc): string =>
  partsOf(doc)
    .flatMap((part) => (part._tag === "Paragraph" ? [textOf(part.value)] : []))
    .filter((text) => !boilerplate.test(text))
    .join(" ")

type Definition = readonly [term: string, meaning: string]

const column = 26

const section = (title: string, definitions: ReadonlyArray<Definition>): ReadonlyArray<string> =>
  definitions.length === 0
    ? []
    : ["", title, ...definitions.flatMap(([term, meaning]) => defined(term, meaning, column))]

interface Described {
  readonly says: string
  readonly arguments: ReadonlyArray<Definition>
  readonly options: ReadonlyArray<Definition>
}

/** Takes the description and the definitions out of what @effect/cli has put together. */
const describe = (command: Descriptor.Command<unknown>): Described => {
  const found = {
    DESCRIPTION: [] as Array<string>,
    ARGUMENTS: [] as Array<Definition>,
    OPTIONS: [] as Array<Definition>
  }
  let heading = ""
  for (const part of partsOf(Descriptor.getHelp(command, config))) {
    if (part._tag === "Header") heading = textOf(part.value)
    if (part._tag === "Paragraph" && heading === "DESCRIPTION") found.DESCRIPTION.push(textOf(part.value))
    if (part._tag === "DescriptionList" && (heading === "ARGUMENTS" || heading === "OPTIONS")) {
      found[heading].push(...part.definitions.map(([term, doc]): Definition => [textOf(term), meaningOf(doc)]))
    }
  }
  return { says: found.DESCRIPTION.join(" "), arguments: found.ARGUMENTS, options: found.OPTIONS }
}

const isGroup = (tree: Tree, words: string): boolean =>
  [...tree.keys()].some((other) => other !== words && other.startsWith(words === "" ? "" : `${words} `))

/** The commands below a group, without the groups among them. */
const commandsOf = (tree: Tree, words: string): ReadonlyArray<Definition> =>
  Object.keys(taught)
    .filter((other) => other !== words && other.startsWith(words === "" ? "" : `${words} `))
    .flatMap((other) => {
      const command = tree.get(other)
      return command === undefined || isGroup(tree, other) ? [] : [[other, describe(command).says] as const]
    })

const usageOf = (words: string, { arguments: given, options }: Described, group: boolean): string => {
  const parts = ["florin", words, ...given.map(([term]) => term), group ? "<command>" : ""]
  return `${parts.filter(Boolean).join(" ")}${options.length === 0 ? "" : " [options]"}`
}

const general: ReadonlyArray<Definition> = [
  ["-h, --help", "Shows this, or the help of a command"],
  ["--version", "Shows the version"],
  ["--completions <shell>", "Prints what bash, fish, sh or zsh needs to complete commands"]
]

const settingsOf = (names: ReadonlyArray<string> | undefined): ReadonlyArray<Definition> =>
  settings.filter(([name]) => names === undefined || names.includes(name))

const render = (tree: Tree, words: string, command: Descriptor.Command<unknown>): string => {
  const described = describe(command)
  const { examples = [], settings: names } = taught[words] ?? {}
  const group = isGroup(tree, words)
  return [
    `Usage: ${usageOf(words, described, group)}`,
    "",
    ...wrapped(described.says, 80),
    ...section("ARGUMENTS", described.arguments),
    ...section("OPTIONS", [...described.options, ...(words === "" ? general : general.slice(0, 1))]),
    ...section("COMMANDS", group ? commandsOf(tree, words) : []),
    "",
    "EXAMPLES",
    ...examples.map((line) => `  ${line}`),
    ...section("SETTINGS, from the environment; all are optional", settingsOf(names)),
    ""
  ].join("\n")
}

const asksForHelp = (words: ReadonlyArray<string>): boolean => words.includes("--help") || words.includes("-h")

/**
 * The help that an invocation asks for: of the command it names, with `--help`, or of a group that is named alone.
 * Undefined where it asks for no help, or names no command.
 */
export const helpFor = (tree: Tree, words: ReadonlyArray<string>): string | undefined => {
  const first = words.findIndex((word) => word.startsWith("-"))
  const named = words.slice(0, first === -1 ? words.length : first)
  const [two, one] = [named.slice(0, 2).join(" "), named[0] ?? ""]
  const path = tree.has(two) ? two : one
  const command = tree.get(path)
  if (command === undefined) return undefined
  const isAlone = words.length === named.length && path === words.join(" ") && isGroup(tree, path)
  return asksForHelp(words) || isAlone ? render(tree, path, command) : undefined
}
