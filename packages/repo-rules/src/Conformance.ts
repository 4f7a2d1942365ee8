/** Whether every row of the interface and every decision is proved by a test or known to be planned. */
import { hole } from "./Constants.js"
import { citing, decisionsOf } from "./Decisions.js"
import type { HouseFile, Violation } from "./HouseFile.js"
import { type InterfaceRow, idOf, rowsOf } from "./InterfaceRows.js"
import type { PlannedWork } from "./Planned.js"
import * as RowIndex from "./RowIndex.js"
import { isTestSource, type Title, titlesOf } from "./Titles.js"

/** A test that proves something: its file, and what its title says. */
export interface Proof {
  readonly path: string
  readonly says: string
}

/** A row or a decision: `id` is `Section | row` or `D12`. `path` and `line` are where it stands in the documents. */
export interface Subject {
  readonly id: string
  readonly section: string
  readonly name: string
  readonly path: string
  readonly line: number
  readonly proofs: ReadonlyArray<Proof>
  readonly plannedAs: string | undefined
}

/** Rows and decisions with their tests, and the titles whose rows are not in the interface. */
export interface Conformance {
  readonly rows: ReadonlyArray<Subject>
  readonly decisions: ReadonlyArray<Subject>
  readonly misnamed: ReadonlyArray<Violation>
}

/** Where the documents stand. */
export const documents = { interface: "docs/interface.md", decisions: "docs/decisions/interface.md" } as const

interface Mark {
  readonly id: string
  readonly work: string
}

const marksOf = (planned: ReadonlyArray<PlannedWork>): ReadonlyArray<Mark> =>
  planned.flatMap(({ decisions, rows, work }) => [
    ...Object.entries(rows).flatMap(([section, names]) => names.map((name) => ({ id: idOf({ section, name }), work }))),
    ...decisions.map((id) => ({ id, work }))
  ])

const textOf = (files: ReadonlyArray<HouseFile>, path: string): string =>
  files.find((file) => file.path === path)?.text ?? ""

/** Whether a name holds a place for what only a run knows. */
const isOpen = (name: string): boolean => name.includes(hole) || /[$%]\w/.test(name)

const complaint = (found: RowIndex.Found, { section }: Title): string | undefined => {
  switch (found.kind) {
    case "rows":
      return undefined
    case "unknown":
      if (isOpen(found.name)) {
        return `${section} | ${found.name}: its row is known only when it runs; write it out, or put it in a table`
      }
      return `${section} | ${found.name}: no such row in the interface; spell it as ${documents.interface} does`
    case "ambiguous":
      return `${section} | ${found.name}: may be ${found.rows.map(idOf).join(" or ")}`
  }
}

/** The titles with what their names lead to. */
interface Lead {
  readonly title: Title
  readonly found: RowIndex.Found
}

const misnamed = (leads: ReadonlyArray<Lead>): ReadonlyArray<Violation> =>
  leads.flatMap(({ found, title }) => {
    const says = complaint(found, title)
    return says === undefined ? [] : [{ path: title.path, line: title.line, what: "title", says }]
  })

const proofsOf = (row: InterfaceRow, leads: ReadonlyArray<Lead>): ReadonlyArray<Proof> => {
  const proofs = leads
    .filter(({ found }) => found.kind === "rows" && found.rows.includes(row))
    .map(({ title: { path, says } }) => [`${path} ${says}`, { path, says }] as const)
  return [...new Map(proofs).values()]
}

/** Examines the whole tree. */
export const examine = (files: ReadonlyArray<HouseFile>, planned: ReadonlyArray<PlannedWork>): Conformance => {
  // In the order of their paths: git lists what is new apart from what it knows.
  const tests = files.filter(({ path }) => isTestSource(path)).sort((a, b) => (a.path < b.path ? -1 : 1))
  const rows = rowsOf(textOf(files, documents.interface))
  const index = RowIndex.make(rows)
  const leads = tests
    .flatMap((file) => titlesOf(file, index.isSection))
    .flatMap((title) => index.find(title.section, title.rows).map((found) => ({ title, found })))
  const works = new Map(marksOf(planned).map(({ id, work }) => [id, work]))
  return {
    rows: rows.map((row) => {
      const { line, name, section } = row
      const id = idOf(row)
      const proofs = proofsOf(row, leads)
      return { id, section, name, path: documents.interface, line, proofs, plannedAs: works.get(id) }
    }),
    decisions: decisionsOf(textOf(files, documents.decisions)).map(({ id, line, title }) => {
      const proofs = citing(id, tests).map((path) => ({ path, says: "" }))
      return { id, section: id, name: title, path: documents.decisions, line, proofs, plannedAs: works.get(id) }
    }),
    misnamed: misnamed(leads)
  }
}

/** What has neither a test nor the mark. */
export const unproved = (subjects: ReadonlyArray<Subject>): ReadonlyArray<Violation> =>
  subjects
    .filter(({ plannedAs, proofs }) => proofs.length === 0 && plannedAs === undefined)
    .map(({ id, line, path }) => ({ path, line, what: "unproved", says: `${id}: no test names it` }))

/** Marks that nothing needs: a test is there, the interface has no such row, or the mark is there twice. */
export const needless = (
  subjects: ReadonlyArray<Subject>,
  planned: ReadonlyArray<PlannedWork>
): ReadonlyArray<Violation> => {
  const known = new Map(subjects.map((subject) => [subject.id, subject]))
  return marksOf(planned).flatMap(({ id, work }, index, all) => {
    const mark = { path: "packages/repo-rules/src/Planned.ts", line: 1, what: "planned" }
    const proof = known.get(id)?.proofs[0]
    if (!known.has(id)) return [{ ...mark, says: `${id}: planned for ${work}, but there is no such row or decision` }]
    if (all.findIndex((other) => other.id === id) !== index) return [{ ...mark, says: `${id}: planned twice` }]
    if (proof === undefined) return []
    return [{ ...mark, says: `${id}: no longer only planned for ${work}, ${proof.path} tests it; take the mark away` }]
  })
}
