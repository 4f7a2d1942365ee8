/** The page that shows conformance: `docs/conformance.md`. */
import { type Conformance, documents, type Link, sectionOf } from "./Conformance.js"
import type { PlannedWork } from "./Planned.js"

type Subject = Conformance["rows"][number]

const shorten = (text: string): string => {
  const longest = 72
  if (text.length <= longest) return text
  const cut = text.slice(0, longest)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), longest / 2)).trimEnd()} …`
}

const cell = (text: string): string => text.replaceAll("|", "\\|").replace(/\s+/g, " ")

/** `packages/wire/test/requests.order.test.ts` is `wire/requests.order`. */
const placeOf = (path: string): string => path.replace(/^packages\/|\/(?:test|src)(?=\/)|(?:\.test)?\.ts$/g, "")

const test = ({ path, says }: Link): string => `\`${placeOf(path)}\`${says === "" ? "" : `: ${cell(shorten(says))}`}`
const file = ({ path }: Link): string => `[${placeOf(path)}](../${path})`

// "And more" without a number: every new line in a table of tests would else change this page.
const list = (texts: ReadonlyArray<string>, most: number): string =>
  [...texts.slice(0, most), ...(texts.length > most ? ["and more"] : [])].join("<br>")

const planOf = ({ plans, tests }: Subject): string | undefined => (tests.length === 0 ? plans[0] : undefined)

const line = (name: string, subject: Subject, most: number): string => {
  const plan = planOf(subject)
  const nothing = plan === undefined ? "**no test yet**" : `planned: ${plan}`
  return `| ${name} | ${list(subject.tests.map(test), most) || nothing} | ${list(subject.code.map(file), 4)} |`
}

const section = ([title, citing]: readonly [string, ReadonlyArray<Link>], rows: ReadonlyArray<Subject>) => {
  const own = rows.filter(({ id }) => sectionOf(id) === title)
  const row = ({ id, name }: Subject) => `[${name}](interface.md#${id})`
  const head = [`## ${title}`, "", ...(citing.length > 0 ? [`Code: ${citing.map(file).join(", ")}.`, ""] : [])]
  const [plan, ...others] = new Set(own.map(planOf))
  return plan !== undefined && others.length === 0
    ? [...head, `Planned, with ${plan}: ${own.map(row).join(", ")}.`, ""]
    : [...head, "| row | tests | code |", "|---|---|---|", ...own.map((one) => line(row(one), one, 2)), ""]
}

const counts = (name: string, subjects: ReadonlyArray<Subject>): string => {
  const tested = subjects.filter(({ tests }) => tests.length > 0).length
  const later = subjects.filter((one) => planOf(one) !== undefined).length
  return `| ${name} | ${subjects.length} | ${tested} | ${later} | ${subjects.length - tested - later} |`
}

const document = (path: string): string => `[\`${path}\`](${path.replace("docs/", "")})`

const head = `# Conformance

What the interface promises, row by row, the tests that prove it, and the code that cites it. \`npm run conformance\`
writes this page from the titles of all tests; \`npm test\` fails when it is out of date.

- Rows come from ${document(documents.interface)}, where each has an id, decisions from ${document(documents.decisions)}, ${document(documents.checkout)}, ${document(documents.connectors)}, ${document(documents.billing)} and ${document(documents.console)}.
- A test names its rows in its title, \`Section | row, other row: sentence\`; \`wire/requests.order\` is
  \`packages/wire/test/requests.order.test.ts\`. Code names them in a docstring, \`Source: interface, "Section | row"\`
  or \`Source: interface, "Section"\`. Decisions are cited by their number.
- *Planned*: later work brings it. A row or decision that has neither a test nor a plan fails \`npm test\`.

| | in all | tested or cited | planned | no test yet |
|---|---|---|---|---|`

export const render = ({ citing, decisions, rows }: Conformance, planned: ReadonlyArray<PlannedWork>): string =>
  [
    ...[head, counts("rows of the interface", rows), counts("decisions", decisions)],
    ...["", "Planned:", "", ...planned.map(({ reason, work }) => `- ${work}: ${reason}`), ""],
    ...[...citing].flatMap((one) => section(one, rows)),
    ...["## Decisions", "", "| | decision | tests | code |", "|---|---|---|---|"],
    ...decisions.map((one) => line(`${one.id} | ${cell(one.name)}`, one, 4)),
    ""
  ].join("\n")
