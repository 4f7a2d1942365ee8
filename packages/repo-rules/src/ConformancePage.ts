/** The page that shows conformance: `docs/conformance.md`. */
import { type Conformance, documents, type Link, type Subject, sectionOf } from "./Conformance.js"
import type { PlannedWork } from "./Planned.js"

/** Tests shown of a row, and files shown that cite a row or decision. */
const shown = { tests: 2, files: 4 }
/** Unit: characters of a title. */
const longestTitle = 72

const shorten = (text: string): string => {
  if (text.length <= longestTitle) return text
  const cut = text.slice(0, longestTitle)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), longestTitle / 2)).trimEnd()} …`
}

const cell = (text: string): string => text.replaceAll("|", "\\|").replace(/\s+/g, " ")

/** `packages/wire/test/requests.order.test.ts` is `wire/requests.order`. */
const placeOf = (path: string): string =>
  path
    .replace(/^packages\//, "")
    .replace(/\/(?:test|src)\//, "/")
    .replace(/(?:\.test)?\.ts$/, "")

const test = ({ path, says }: Link): string => `\`${placeOf(path)}\`${says === "" ? "" : `: ${cell(shorten(says))}`}`
const file = ({ path }: Link): string => `[${placeOf(path)}](../${path})`

// "And more" without a number: every new line in a table of tests would else change this page.
const list = (texts: ReadonlyArray<string>, most: number): string =>
  [...texts.slice(0, most), ...(texts.length > most ? ["and more"] : [])].join("<br>")

const isPlanned = ({ plannedAs, tests }: Subject): boolean => tests.length === 0 && plannedAs !== undefined

const line = (name: string, subject: Subject, most: number): string => {
  const tests = list(subject.tests.map(test), most)
  const proof = isPlanned(subject) ? `planned: ${subject.plannedAs}` : tests === "" ? "**no test yet**" : tests
  return `| ${name} | ${proof} | ${list(subject.code.map(file), shown.files)} |`
}

const section = (title: string, { rows, sections }: Conformance): ReadonlyArray<string> => {
  const own = rows.filter(({ id }) => sectionOf(id) === title)
  const row = ({ id, name }: Subject) => `[${name}](interface.md#${id})`
  const citing = sections.get(title) ?? []
  const head = [`## ${title}`, "", ...(citing.length > 0 ? [`Code: ${citing.map(file).join(", ")}.`, ""] : [])]
  const [work, ...others] = new Set(own.map((one) => (isPlanned(one) ? one.plannedAs : undefined)))
  return work !== undefined && others.length === 0
    ? [...head, `Planned, with ${work}: ${own.map(row).join(", ")}.`, ""]
    : [...head, "| row | tests | code |", "|---|---|---|", ...own.map((one) => line(row(one), one, shown.tests)), ""]
}

const counts = (name: string, subjects: ReadonlyArray<Subject>): string => {
  const tested = subjects.filter(({ tests }) => tests.length > 0).length
  const later = subjects.filter(isPlanned).length
  return `| ${name} | ${subjects.length} | ${tested} | ${later} | ${subjects.length - tested - later} |`
}

const document = (path: string): string => `[\`${path}\`](${path.replace("docs/", "")})`

const head = `# Conformance

What the interface promises, row by row, the tests that prove it, and the code that cites it. \`npm run conformance\`
writes this page from the titles of all tests; \`npm test\` fails when it is out of date.

- Rows come from ${document(documents.interface)}, where each has an id, decisions from ${document(documents.decisions)}.
- A test names its rows in its title, \`Section | row, other row: sentence\`; \`wire/requests.order\` is
  \`packages/wire/test/requests.order.test.ts\`. Code names them in a docstring, \`Source: interface, "Section | row"\`
  or \`Source: interface, "Section"\`. Decisions are cited by their number.
- *Planned*: later work brings it. A row or decision that has neither a test nor a plan fails \`npm test\`.

| | in all | tested or cited | planned | no test yet |
|---|---|---|---|---|
`

/** The page. */
export const render = (conformance: Conformance, planned: ReadonlyArray<PlannedWork>): string =>
  [
    `${head}${counts("rows of the interface", conformance.rows)}`,
    counts("decisions", conformance.decisions),
    ...["", "Planned:", ""],
    ...planned.map(({ reason, work }) => `- ${work}: ${reason}`),
    "",
    ...[...conformance.sections.keys()].flatMap((title) => section(title, conformance)),
    ...["## Decisions", "", "| | decision | tests | code |", "|---|---|---|---|"],
    ...conformance.decisions.map((one) => line(`${one.id} | ${cell(one.name)}`, one, shown.files)),
    ""
  ].join("\n")
