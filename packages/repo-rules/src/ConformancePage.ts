/** The page that shows conformance: `docs/conformance.md`. */
import { type Conformance, documents, type Proof, type Subject } from "./Conformance.js"
import type { PlannedWork } from "./Planned.js"

/** Tests shown of a row, and files shown of a decision; the rest is a count. */
const shownTests = 2
const shownFiles = 5
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
    .replace("/test/", "/")
    .replace(/(?:\.test)?\.ts$/, "")

const shown = ({ path, says }: Proof): string => `\`${placeOf(path)}\`${says === "" ? "" : `: ${cell(shorten(says))}`}`

const list = (proofs: ReadonlyArray<Proof>, most: number, between: string): string => {
  const rest = proofs.length - most
  return [...proofs.slice(0, most).map(shown), ...(rest > 0 ? [`and ${rest} more`] : [])].join(between)
}

const status = ({ plannedAs, proofs }: Subject, proved: string): string => {
  if (proofs.length > 0) return proved
  return plannedAs === undefined ? "**no test yet**" : `planned: ${plannedAs}`
}

const isPlanned = ({ plannedAs, proofs }: Subject): boolean => proofs.length === 0 && plannedAs !== undefined

const section = ([title, rows]: readonly [string, ReadonlyArray<Subject>]): ReadonlyArray<string> => {
  const works = new Set(rows.map(({ plannedAs }) => plannedAs))
  if (rows.every(isPlanned) && works.size === 1) {
    const names = rows.map(({ name }) => `\`${name}\``).join(", ")
    return [`## ${title}`, "", `Planned, with ${[...works][0]}: ${names}.`, ""]
  }
  return [
    `## ${title}`,
    "",
    "| row | status | tests |",
    "|---|---|---|",
    ...rows.map((row) => `| ${cell(row.name)} | ${status(row, "tested")} | ${list(row.proofs, shownTests, "<br>")} |`),
    ""
  ]
}

const bySection = (rows: ReadonlyArray<Subject>): ReadonlyArray<readonly [string, ReadonlyArray<Subject>]> =>
  [...new Set(rows.map((row) => row.section))].map((name) => [name, rows.filter((row) => row.section === name)])

const counts = (name: string, subjects: ReadonlyArray<Subject>): string => {
  const tested = subjects.filter(({ proofs }) => proofs.length > 0).length
  const later = subjects.filter(isPlanned).length
  return `| ${name} | ${subjects.length} | ${tested} | ${later} | ${subjects.length - tested - later} |`
}

const decision = (one: Subject): string =>
  `| ${one.id} | ${cell(one.name)} | ${status(one, "cited")} | ${list(one.proofs, shownFiles, ", ")} |`

const link = (path: string): string => `[\`${path}\`](${path.replace("docs/", "")})`

const head = `# Conformance

What the interface promises, row by row, and the tests that prove it. This page is generated from the titles of the
tests: \`npx vitest run -u packages/repo-rules\` writes it, and a test fails when it is out of date.

- Rows come from ${link(documents.interface)}, decisions from ${link(documents.decisions)}.
- A test names its rows in its title: \`Section | row, other row: sentence\`. \`wire/requests.order\` is
  \`packages/wire/test/requests.order.test.ts\`.
- *tested*: the title of at least one test names the row. *cited*: at least one test file names the decision, which may
  say more than that test proves. *planned*: later work brings it. A row with none of these fails a test.
`

/** The page. */
export const render = ({ decisions, rows }: Conformance, planned: ReadonlyArray<PlannedWork>): string =>
  [
    head,
    "| | in all | tested or cited | planned | no test yet |",
    "|---|---|---|---|---|",
    counts("rows of the interface", rows),
    counts("decisions", decisions),
    "",
    "Planned:",
    "",
    ...planned.map(({ reason, work }) => `- ${work}: ${reason}`),
    "",
    ...bySection(rows).flatMap(section),
    "## Decisions",
    "",
    "| | decision | status | cited by |",
    "|---|---|---|---|",
    ...decisions.map(decision),
    ""
  ].join("\n")
