/** The text of generated modules, as the formatter writes it. */
import type { Member, Shape } from "./Shapes.js"

const width = 120

const wrapped = (text: string, room: number): ReadonlyArray<string> => {
  const lines: Array<string> = []
  for (const word of text.split(" ")) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < room) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

/** A docstring of one or several paragraphs. */
export const docstring = (paragraphs: ReadonlyArray<string>, indent = ""): string => {
  const [only = "", ...others] = paragraphs
  const line = `${indent}/** ${only} */`
  if (others.length === 0 && line.length <= width) return line
  const body = paragraphs
    .map((text) => wrapped(text, width - indent.length - 2))
    .map((lines) => lines.map((one) => `${indent} * ${one}`))
  return [`${indent}/**`, body.map((lines) => lines.join("\n")).join(`\n${indent} *\n`), `${indent} */`].join("\n")
}

const list = /^ReadonlyArray<(.*)>$/

const typed = (before: string, type: string, indent: string): string => {
  const line = `${before} ${type}`
  if (line.length <= width) return line
  const elements = list.exec(type)?.[1]
  if (elements !== undefined) return `${before} ReadonlyArray<\n${indent}  ${elements}\n${indent}>`
  return [before, ...type.split(" | ").map((one) => `${indent}  | ${one}`)].join("\n")
}

export const memberText = ({ doc, isOptional, name, type }: Member): string =>
  `${docstring([doc], "  ")}\n${typed(`  readonly ${name}${isOptional ? "?" : ""}:`, type, "  ")}`

export const shapeText = ({ bases, doc, members, name, union }: Shape): string => {
  if (union !== undefined) return `${docstring([doc])}\n${typed(`export type ${name} =`, union, "")}`
  const extended = bases.length === 0 ? "" : ` extends ${bases.join(", ")}`
  const body = members.length === 0 ? " {}" : ` {\n${members.map(memberText).join("\n")}\n}`
  return `${docstring([doc])}\nexport interface ${name}${extended}${body}`
}

/** Imports of what a text names and other files declare: files by name. */
export const imports = (text: string, homes: ReadonlyMap<string, string>, own: string): string => {
  const needed = new Map<string, Array<string>>()
  const code = text.replaceAll(/\/\*\*[\s\S]*?\*\//g, "")
  for (const name of new Set(code.match(/\b[A-Z]\w+/g) ?? [])) {
    const home = homes.get(name)
    if (home === undefined || home === own || new RegExp(`export (?:interface|type) ${name}\\b`).test(code)) continue
    needed.set(home, [...(needed.get(home) ?? []), name])
  }
  return [...needed]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([home, all]) => {
      const sorted = [...all].sort((one, other) => one.localeCompare(other, "en"))
      const line = `import type { ${sorted.join(", ")} } from "${home}"`
      return line.length <= width
        ? line
        : `import type {\n${sorted.map((one) => `  ${one}`).join(",\n")}\n} from "${home}"`
    })
    .join("\n")
}
