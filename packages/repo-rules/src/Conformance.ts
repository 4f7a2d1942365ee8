/** Whether every row of the interface and every decision is proved by a test or planned, and which code cites it. */
import type { PlannedWork } from "./Planned.js"
import { index, type Row, rowsOf, withoutId } from "./Rows.js"
import type { TextFile } from "./Tree.js"

/** Where the documents stand. */
export const documents = { interface: "docs/interface.md", decisions: "docs/decisions/interface.md" } as const

/** A title as it ran, of a test or of a block around it. */
export interface RunTitle {
  readonly path: string
  readonly title: string
}

/** What proves or cites a row (`section/row`), a section or a decision (`D12`). `says` is the sentence of a title. */
export interface Link {
  readonly id: string
  readonly path: string
  readonly says: string
}

/** A row or a decision. */
export interface Subject {
  readonly id: string
  readonly section: string
  readonly name: string
  readonly tests: ReadonlyArray<Link>
  readonly code: ReadonlyArray<Link>
  readonly plannedAs: string | undefined
}

/** `sections`: the code that cites a whole section. `problems`: what fails the tests, a line each. */
export interface Conformance {
  readonly rows: ReadonlyArray<Subject>
  readonly decisions: ReadonlyArray<Subject>
  readonly sections: ReadonlyMap<string, ReadonlyArray<Link>>
  readonly problems: ReadonlyArray<string>
}

/** The files of a part. This package is not among them: it holds titles and citations as examples. */
const inPart = (files: ReadonlyArray<TextFile>, part: "src" | "test") => {
  const place = new RegExp(`^(?:packages|examples)/(?!repo-rules/)[^/]+/${part}/`)
  return files.filter(({ path }) => place.test(path))
}

/** A title `Section | row, other row: sentence`. Decisions (`D12 | …`) and `shapes` stand in other documents. */
const claimOf = (title: string) => {
  const [, section, names, says = ""] = /^([^|:]+) \| (.+?)(?:: (.*))?$/s.exec(title) ?? []
  return section === undefined || /^(?:D\d+\b|shapes$)/.test(section) ? undefined : { section, names: names!, says }
}

/** `Source: interface, "Section | row"`, which may go on in the next line of a comment; unquoted is not understood. */
const citationsOf = (text: string) =>
  [...text.replace(/\n\s*(?:\*|\/\/) ?/g, " ").matchAll(/Source: [^*\n]*/g)].flatMap(([source]) =>
    [...source.matchAll(/\binterface, (?:"([^"]+)"|([^;.]+))/g)].map(([, quoted, bare]) => {
      const [section, names] = (quoted ?? `${bare} in quotes`).split(" | ")
      return { section: section!, names }
    })
  )

/** What titles and citations lead to, and those that lead nowhere. */
const follow = (rows: ReadonlyArray<Row>, titles: ReadonlyArray<RunTitle>, code: ReadonlyArray<TextFile>) => {
  const { find, inSection } = index(rows)
  const proofs: Array<Link> = []
  const citations: Array<Link> = []
  const lost = new Set<string>()
  const look = (links: Array<Link>, path: string, section: string, names: string, says: string) => {
    const { found, unknown } = find(section, names)
    for (const { id } of found) links.push({ id, path, says })
    for (const name of unknown) lost.add(`${path}: "${section} | ${name}" is no row of ${documents.interface}`)
  }
  for (const { path, title } of titles) {
    const claim = claimOf(title)
    if (claim !== undefined) look(proofs, path, claim.section, claim.names, claim.says)
  }
  for (const { path, text } of code) {
    for (const { names, section } of citationsOf(text)) {
      const first = inSection(section)[0]
      if (names !== undefined) look(citations, path, section, names, "")
      else if (first !== undefined) citations.push({ id: first.section, path, says: "" })
      else lost.add(`${path}: "${section}" is no section of ${documents.interface}`)
    }
  }
  return { proofs, citations, lost: [...lost] }
}

/** Every decision that a text names, in a title, a comment or a docstring. */
const decisionLinks = (files: ReadonlyArray<TextFile>): ReadonlyArray<Link> =>
  files.flatMap(({ path, text }) =>
    [...new Set(text.match(/\bD[1-9]\d*\b/g))].map((id): Link => ({ id, path, says: "" }))
  )

const linksTo = (id: string, links: ReadonlyArray<Link>): ReadonlyArray<Link> =>
  [...new Map(links.filter((link) => link.id === id).map((link) => [`${link.path} ${link.says}`, link]))]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([, link]) => link)

const plansFor = (id: string, planned: ReadonlyArray<PlannedWork>) =>
  planned.flatMap(({ covers, work }) =>
    covers
      .filter((mark) => new RegExp(`^${mark.replaceAll(".", "\\.").replaceAll("*", ".*")}$`).test(id))
      .map((mark) => ({ work, mark }))
  )

const verdicts = (subjects: ReadonlyArray<Subject>, planned: ReadonlyArray<PlannedWork>): ReadonlyArray<string> => {
  const judged = subjects.map(({ id, tests }) => ({ id, test: tests[0], plans: plansFor(id, planned) }))
  const used = new Set(judged.flatMap(({ plans }) => plans.map(({ mark }) => mark)))
  return [
    ...judged.flatMap(({ id, plans, test }) => {
      if (test !== undefined) {
        return plans.map(({ work }) => `${id} is no longer only planned for ${work}: ${test.path} tests it`)
      }
      if (plans.length > 1) return [`${id} is planned twice`]
      return plans.length === 0 ? [`no test names ${id}`] : []
    }),
    ...planned
      .flatMap(({ covers }) => covers)
      .filter((mark) => !used.has(mark))
      .map((mark) => `${mark} is planned, but there is no such row or decision`)
  ]
}

/** Examines the tree, with the titles of a run of all tests. */
export const examine = (
  titles: ReadonlyArray<RunTitle>,
  files: ReadonlyArray<TextFile>,
  planned: ReadonlyArray<PlannedWork>
): Conformance => {
  const textOf = (path: string) => files.find((file) => file.path === path)?.text ?? ""
  const code = inPart(files, "src")
  const allRows = rowsOf(textOf(documents.interface))
  const allDecisions = [...textOf(documents.decisions).matchAll(/^\*\*(D\d+) (.+?)\.?\*\*/gm)]
  const { citations, lost, proofs } = follow(allRows, titles, code)
  const tests = [...proofs, ...decisionLinks(inPart(files, "test"))]
  const citing = [...citations, ...decisionLinks(code)]
  const subject = (id: string, section: string, name: string): Subject => ({
    ...{ id, section, name, tests: linksTo(id, tests), code: linksTo(id, citing) },
    plannedAs: plansFor(id, planned)[0]?.work
  })
  const rows = allRows.map(({ id, name, section }) => subject(id, section, name))
  const decisions = allDecisions.map(([, id, title]) => subject(id!, id!, title!))
  const isDecision = new Set(decisions.map(({ id }) => id))
  return {
    rows,
    decisions,
    sections: new Map(allRows.map(({ section }) => [section, linksTo(section, citing)])),
    problems: [
      ...withoutId(textOf(documents.interface)).map((line) => `${documents.interface}:${line}: a row without an id`),
      ...lost,
      ...[...tests, ...citing]
        .filter(({ id }) => /^D\d+$/.test(id) && !isDecision.has(id))
        .map(({ id, path }) => `${path}: ${id} is no decision`),
      ...verdicts([...rows, ...decisions], planned)
    ]
  }
}
