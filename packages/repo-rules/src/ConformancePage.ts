/** The page that shows conformance: `docs/conformance.md`. */
import { type Conformance, documents, type Subject } from "./Conformance.js"
import type { PlannedWork } from "./Planned.js"

/** Tests shown of a row, and files shown of a decision; the rest is a count. */
const shownTests = 2
const shownFiles = 4
/** Unit: characters of a title. */
const longestTitle = 72

const shorten = (text: string): string => {
  if (text.length <= longestTitle) return text
  const cut = text.slice(0, longestTitle)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), longestTitle / 2)).trimEnd()} …`
}

const cell = (text: string): string => text.replaceAll("|", "\\|").replace(/\s+/g, " ")

const placeOf = (path: string): string =>
  path
    .replace(/^packages\//, "")
    .replace(/\/(?:test|src)\//, "/")
    .replace(/(?:\.test)?\.ts$/, "")

const link = (path: string): string => `[${placeOf(path)}](../${path})`

// "And more" without a number: a row of a table of tests would else be a change of this page.
const list = (shown: ReadonlyArray<string>, most: number, between: string): string =>
  [...shown.slice(0, most), ...(shown.length > most ? ["and more"] : [])].join(between)

const isPlanned = ({ plannedAs, tests }: Subject): boolean => tests.length === 0 && plannedAs !== undefined

const tests = (subject: Subject, most: number, between: string): string => {
  if (isPlanned(subject)) return `planned: ${subject.plannedAs}`
  const shown = subject.tests.map(
    ({ path, says }) => `\`${placeOf(path)}\`${says === "" ? "" : `: ${cell(shorten(says))}`}`
  )
  return shown.length === 0 ? "**no test yet**" : list(shown, most, between)
}

const code = ({ code }: Pick<Subject, "code">): string => list(code.map(link), shownFiles, "<br>")

const section = (title: string, { rows, sectionCode }: Conformance): ReadonlyArray<string> => {
  const own = rows.filter((row) => row.section === title)
  const row = ({ id, name }: Subject) => `[${name}](interface.md#${id})`
  const citing = sectionCode.get(title) ?? []
  const head = [`## ${title}`, "", ...(citing.length > 0 ? [`Code: ${citing.map(link).join(", ")}.`, ""] : [])]
  if (own.every(isPlanned) && new Set(own.map(({ plannedAs }) => plannedAs)).size === 1) {
    return [...head, `Planned, with ${own[0]!.plannedAs}: ${own.map(row).join(", ")}.`, ""]
  }
  const lines = own.map((one) => `| ${row(one)} | ${tests(one, shownTests, "<br>")} | ${code(one)} |`)
  return [...head, "| row | tests | code |", "|---|---|---|", ...lines, ""]
}

const counts = (name: string, subjects: ReadonlyArray<Subject>): string => {
  const tested = subjects.filter(({ tests }) => tests.length > 0).length
  const later = subjects.filter(isPlanned).length
  return `| ${name} | ${subjects.length} | ${tested} | ${later} | ${subjects.length - tested - later} |`
}

const decision = (one: Subject): string =>
  `| ${one.id} | ${cell(one.name)} | ${tests(one, shownFiles, "<br>")} | ${code(one)} |`

const document = (path: string): string => `[\`${path}\`](${path.replace("docs/", "")})`

const head = `# Conformance

What the interface promises, row by row, the tests that prove it, and the code that cites it. \`npm run conformance\`
writes this page from the titles of all tests; \`npm test\` fails when it is out of date.

- Rows come from ${document(documents.interface)}, where each has an id, decisions from ${document(documents.decisions)}.
- A test names its rows in its title, \`Section | row, other row: sentence\`; \`wire/requests.order\` is
  \`packages/wire/test/requests.order.test.ts\`. Code names them in a docstring, \`Source: interface, "Section | row"\`
  or \`Source: interface, "Section"\`. Decisions are cited by their number.
- *Planned*: later work brings it. A row or decision that has neither a test nor a plan fails \`npm test\`.
`

/** The page. */
export const render = (conformance: Conformance, planned: ReadonlyArray<PlannedWork>): string =>
  [
    head,
    "| | in all | tested or cited | planned | no test yet |",
    "|---|---|---|---|---|",
    counts("rows of the interface", conformance.rows),
    counts("decisions", conformance.decisions),
    "",
    "Planned:",
    "",
    ...planned.map(({ reason, work }) => `- ${work}: ${reason}`),
    "",
    ...[...new Set(conformance.rows.map((row) => row.section))].flatMap((title) => section(title, conformance)),
    "## Decisions",
    "",
    "| | decision | tests | code |",
    "|---|---|---|---|",
    ...conformance.decisions.map(decision),
    ""
  ].join("\n")
