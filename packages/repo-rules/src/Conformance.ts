/** Whether every row of the interface and every decision is proved by a test or planned, and which code cites it. */
import type { PlannedWork } from "./Planned.js"
import { index, type Row, rowsOf, withoutId } from "./Rows.js"
import type { TextFile } from "./Tree.js"

/** Where the documents stand. */
export const documents = { interface: "docs/interface.md", decisions: "docs/decisions/interface.md" } as const

/** A test as it ran: its file, and one title, of the test or of a block around it. */
export interface RunTitle {
  readonly path: string
  readonly title: string
}

/** A row or a decision with what proves and what cites it. `id` is `section/row` or `D12`. */
export interface Subject {
  readonly id: string
  readonly section: string
  readonly name: string
  readonly tests: ReadonlyArray<{ readonly path: string; readonly says: string }>
  readonly code: ReadonlyArray<string>
  readonly plannedAs: string | undefined
}

/** `sectionCode`: the files that cite a section as a whole. `problems`: what fails the tests, a line each. */
export interface Conformance {
  readonly rows: ReadonlyArray<Subject>
  readonly decisions: ReadonlyArray<Subject>
  readonly sectionCode: ReadonlyMap<string, ReadonlyArray<string>>
  readonly problems: ReadonlyArray<string>
}

interface Link {
  readonly id: string
  readonly path: string
  readonly says: string
}

/** This package is not among them: it holds titles and citations as examples. */
const isIn = (part: string) => {
  const place = new RegExp(`^(?:packages|examples)/(?!repo-rules/)[^/]+/${part}/`)
  return ({ path }: TextFile) => place.test(path)
}
const isTest = isIn("test")
const isCode = isIn("src")

/** A title `Section | row, other row: sentence`. Decisions (`D12 | …`) and `shapes` stand in other documents. */
const claimOf = (title: string) => {
  const [, section, rest] = /^([^|:]+) \| (.+)$/s.exec(title) ?? []
  if (section === undefined || rest === undefined || /^(?:D\d+\b|shapes$)/.test(section)) return undefined
  const colon = rest.indexOf(": ")
  const end = colon === -1 ? rest.length : colon
  return { section, names: rest.slice(0, end), says: rest.slice(end + 2) }
}

/** The quoted parts of `Source: interface, "Section | row"`, which may go on in the next line of a comment. */
const citationsOf = (text: string): ReadonlyArray<string> =>
  [...text.replace(/\n\s*(?:\*|\/\/) ?/g, " ").matchAll(/Source: [^*\n]*/g)].flatMap(([source]) =>
    [...source.matchAll(/\binterface, (?:"([^"]+)"|([^;.]+))/g)].map(
      ([, quoted, bare]) => quoted ?? `${bare} in quotes`
    )
  )

const decisionsIn = (text: string) => new Set(text.match(/\bD[1-9]\d*\b/g))

/** What titles and citations lead to. */
const follow = (rows: ReadonlyArray<Row>, titles: ReadonlyArray<RunTitle>, files: ReadonlyArray<TextFile>) => {
  const { find, inSection } = index(rows)
  const proofs: Array<Link> = []
  const citations: Array<Link> = []
  const problems: Array<string> = []
  const look = (links: Array<Link>, path: string, section: string, names: string, says: string) => {
    const { rows, unknown } = find(section, names)
    links.push(...rows.map(({ id }) => ({ id, path, says })))
    problems.push(...unknown.map((name) => `${path}: "${section} | ${name}" is no row of ${documents.interface}`))
  }
  for (const { path, title } of titles) {
    const claim = claimOf(title)
    if (claim !== undefined) look(proofs, path, claim.section, claim.names, claim.says)
  }
  for (const { path, text } of files.filter(isCode)) {
    for (const citation of citationsOf(text)) {
      const [section, names] = citation.split(" | ")
      if (names !== undefined) look(citations, path, section!, names, "")
      else if (inSection(section!).length > 0) citations.push({ id: inSection(section!)[0]!.section, path, says: "" })
      else problems.push(`${path}: "${section}" is no section of ${documents.interface}`)
    }
  }
  return { proofs, citations, problems }
}

const unique = <A>(values: ReadonlyArray<A>, key: (value: A) => string): ReadonlyArray<A> =>
  [...new Map(values.map((value) => [key(value), value]))]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([, value]) => value)

const matches = (mark: string, id: string): boolean =>
  new RegExp(`^${mark.replaceAll(".", "\\.").replaceAll("*", ".*")}$`).test(id)

const planOf = (
  id: string,
  planned: ReadonlyArray<PlannedWork>
): ReadonlyArray<readonly [work: string, mark: string]> =>
  planned.flatMap(({ covers, work }) => covers.filter((mark) => matches(mark, id)).map((mark) => [work, mark] as const))

const verdicts = (subjects: ReadonlyArray<Subject>, planned: ReadonlyArray<PlannedWork>): ReadonlyArray<string> => {
  const known = subjects.map((subject) => ({ subject, plans: planOf(subject.id, planned) }))
  const used = known.flatMap(({ plans }) => plans.map(([, mark]) => mark))
  return [
    ...known.flatMap(({ plans, subject: { id, tests } }) => {
      if (tests.length === 0) {
        return plans.length > 1 ? [`${id} is planned twice`] : plans.length === 0 ? [`no test names ${id}`] : []
      }
      return plans.map(([work]) => `${id} is no longer only planned for ${work}: ${tests[0]!.path} tests it`)
    }),
    ...planned
      .flatMap(({ covers }) => covers)
      .filter((mark) => !used.includes(mark))
      .map((mark) => `${mark} is planned, but there is no such row or decision`)
  ]
}

const unknownDecisions = (files: ReadonlyArray<TextFile>, known: ReadonlyArray<string>): ReadonlyArray<string> =>
  files.flatMap(({ path, text }) =>
    [...decisionsIn(text)].filter((id) => !known.includes(id)).map((id) => `${path}: ${id} is no decision`)
  )

const decisionsOf = (text: string) =>
  [...text.matchAll(/^\*\*(D\d+) (.+?)\.?\*\*/gm)].map(([, id, title]) => ({ id: id!, section: id!, name: title! }))

/** Examines the tree, with the titles of a run of all tests. */
export const examine = (
  titles: ReadonlyArray<RunTitle>,
  files: ReadonlyArray<TextFile>,
  planned: ReadonlyArray<PlannedWork>
): Conformance => {
  const textOf = (path: string) => files.find((file) => file.path === path)?.text ?? ""
  const rows = rowsOf(textOf(documents.interface))
  const { citations, problems, proofs } = follow(rows, titles, files)
  const citing = (kept: ReadonlyArray<TextFile>) =>
    kept.flatMap(({ path, text }) => [...decisionsIn(text)].map((id) => ({ id, path, says: "" })))
  const cited = citing(files.filter(isTest))
  const citedInCode = citing(files.filter(isCode))
  const link = (links: ReadonlyArray<Link>, id: string) =>
    unique(
      links.filter((one) => one.id === id),
      ({ path, says }) => `${path} ${says}`
    )
  const paths = (links: ReadonlyArray<Link>, id: string) => link(links, id).map(({ path }) => path)
  const subject =
    (tests: ReadonlyArray<Link>, code: ReadonlyArray<Link>) => (of: Pick<Subject, "id" | "name" | "section">) => ({
      ...{
        id: of.id,
        section: of.section,
        name: of.name,
        tests: link(tests, of.id),
        code: [...new Set(paths(code, of.id))]
      },
      plannedAs: planOf(of.id, planned)[0]?.[0]
    })
  const subjects = {
    rows: rows.map(subject(proofs, citations)),
    decisions: decisionsOf(textOf(documents.decisions)).map(subject(cited, citedInCode))
  }
  const sections = [...new Set(rows.map(({ section }) => section))]
  return {
    ...subjects,
    sectionCode: new Map(sections.map((section) => [section, [...new Set(paths(citations, section))]])),
    problems: [
      ...withoutId(textOf(documents.interface)).map((line) => `${documents.interface}:${line}: a row without an id`),
      ...new Set(problems),
      ...unknownDecisions(
        files.filter((file) => isTest(file) || isCode(file)),
        subjects.decisions.map(({ id }) => id)
      ),
      ...verdicts([...subjects.rows, ...subjects.decisions], planned)
    ]
  }
}
