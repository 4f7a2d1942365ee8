/** The commands by their words: `""` is `florin` itself, `keys` a group, `keys new` a command of it. */
import * as Descriptor from "@effect/cli/CommandDescriptor"

/** A command as far as the tree looks at it. */
interface Described {
  readonly descriptor: Descriptor.Command<unknown>
}

/** What a module of commands exports. `below`: the commands of a group. */
export interface Branch {
  readonly command: Described
  readonly below?: ReadonlyArray<Described>
}

export type Tree = ReadonlyMap<string, Descriptor.Command<unknown>>

const nameOf = ({ descriptor }: Described): string => [...Descriptor.getNames(descriptor)][0] ?? ""

export const treeOf = (root: Described, branches: ReadonlyArray<Branch>): Tree =>
  new Map([
    ["", root.descriptor],
    ...branches.flatMap(({ below = [], command }) => [
      [nameOf(command), command.descriptor] as const,
      ...below.map((each) => [`${nameOf(command)} ${nameOf(each)}`, each.descriptor] as const)
    ])
  ])
