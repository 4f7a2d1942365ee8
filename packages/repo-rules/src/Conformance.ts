/**
 * Whether every row of the interface and every decision is proved by a test or planned, and which code cites it.
 *
 * A row has its id in front of it as an empty anchor, `<a id="credit_card/exp_month"></a>`: the section, then the row.
 * Titles of tests and citations in code name it in words, `credit_card object | exp_month`.
 */
import type { PlannedWork } from "./Planned.js"
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

/** The numbers of the table rows and list items without an id. What comes before the resources explains the document. */
const withoutId = (text: string): ReadonlyArray<number> => {
  const lines = text.split("\n")
  const start = lines.indexOf("## Resources and their fields")
  const isRule = (line: string | undefined) => line !== undefined && /^\|[\s:|-]+\|$/.test(line)
  return lines.flatMap((line, index) => {
    const isTitle = isRule(line) || isRule(lines[index + 1]) || line.startsWith("- `*` marks required")
    const isRow = index > start && /^(?:\| |- |\d+\. )/.test(line) && !isTitle
    return isRow && !line.includes("<a id=") ? [index + 1] : []
  })
}

const keyOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9_.]+/g, "-")
    .replace(/^-|-$/g, "")

/** `browser`, `browser members` and `browser object` are one section. */
const sectionKey = (text: string): string => keyOf(text).replace(/-(?:members|object|item)$/, "")

export const sectionOf = (id: string): string => id.slice(0, id.indexOf("/"))

/** What a tokenization shares with an authorization is one row of the interface. */
const shared = "tokenization-request/same-shapes-as-the-authorization-request"

/** Words that should lead to rows, one or several with commas between them; without `names`, to a section. */
interface Claim {
  readonly path: string
  readonly section: string
  readonly names: string | undefined
  readonly says: string
}

/** A title `Section | row, other row: sentence`. Decisions (`D12 | …`) and `shapes` stand in other documents. */
const claimsOf = ({ path, title }: RunTitle): ReadonlyArray<Claim> => {
  const [, section, names, says = ""] = /^([^|:]+) \| (.+?)(?:: (.*))?$/s.exec(title) ?? []
  return section === undefined || /^(?:D\d+\b|shapes$)/.test(section) ? [] : [{ path, section, names, says }]
}

/** `Source: interface, "Section | row"`, which may go on in the next line of a comment; unquoted is not understood. */
const citationsOf = ({ path, text }: TextFile): ReadonlyArray<Claim> =>
  [...text.replace(/\n\s*(?:\*|\/\/) ?/g, " ").matchAll(/Source: [^*\n]*/g)].flatMap(([source]) =>
    [...source.matchAll(/\binterface, (?:"([^"]+)"|([^;.]+))/g)].map(([, quoted, bare]) => {
      const [section, names] = (quoted ?? `${bare} in quotes`).split(" | ")
      return { path, section: section!, names, says: "" }
    })
  )

/** The links that claims come to, and the problems of those that lead nowhere. */
const follow = (rows: ReadonlySet<string>, claims: ReadonlyArray<Claim>) => {
  const sections = new Set([...rows].map(sectionOf))
  const links: Array<Link> = []
  const lost = new Set<string>()

  const rowOf = (section: string, name: string): string | undefined => {
    const key = keyOf(name)
    if (rows.has(`${section}/${key}`)) return `${section}/${key}`
    const isShared = rows.has(`authorization-request/${key}`) || rows.has(key.replace(/\.(\w+)$/, "/$1"))
    return isShared && section === sectionOf(shared) ? shared : undefined
  }

  for (const { names, path, says, section } of claims) {
    const key = sectionKey(section)
    if (names === undefined) {
      if (sections.has(key)) links.push({ id: key, path, says })
      else lost.add(`${path}: "${section}" is no section of ${documents.interface}`)
    }
    // Names of rows hold commas themselves, so the longest one counts.
    for (let left = names?.split(/,\s+/) ?? []; left.length > 0; ) {
      const lengths = left.map((_, index) => left.length - index)
      const length = lengths.find((length) => rowOf(key, left.slice(0, length).join(", ")) !== undefined) ?? 1
      const id = rowOf(key, left.slice(0, length).join(", "))
      if (id !== undefined) links.push({ id, path, says })
      else lost.add(`${path}: "${section} | ${left[0]}" is no row of ${documents.interface}`)
      left = left.slice(length)
    }
  }
  return { links, lost: [...lost] }
}

/** Every decision that a text names, in a title, a comment or a docstring. */
const decisionLinks = ({ path, text }: TextFile): ReadonlyArray<Link> =>
  [...new Set(text.match(/\bD[1-9]\d*\b/g))].map((id) => ({ id, path, says: "" }))

const linksTo = (id: string, links: ReadonlyArray<Link>): ReadonlyArray<Link> =>
  [...new Map(links.filter((link) => link.id === id).map((link) => [`${link.path} ${link.says}`, link]))]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([, link]) => link)

const isMeant = (mark: string, id: string): boolean =>
  new RegExp(`^${mark.replaceAll(".", "\\.").replaceAll("*", ".*")}$`).test(id)

const verdicts = (subjects: ReadonlyArray<Subject>, planned: ReadonlyArray<PlannedWork>): ReadonlyArray<string> => {
  const marks = planned.flatMap(({ covers, work }) => covers.map((mark) => ({ mark, work })))
  return [
    ...subjects.flatMap(({ id, tests: [test] }) => {
      const plans = marks.filter(({ mark }) => isMeant(mark, id))
      if (test !== undefined) {
        return plans.map(({ work }) => `${id} is no longer only planned for ${work}: ${test.path} tests it`)
      }
      if (plans.length > 1) return [`${id} is planned twice`]
      return plans.length === 0 ? [`no test names ${id}`] : []
    }),
    ...marks
      .filter(({ mark }) => !subjects.some(({ id }) => isMeant(mark, id)))
      .map(({ mark }) => `${mark} is planned, but there is no such row or decision`)
  ]
}

/** Examines the tree, with the titles of a run of all tests. */
export const examine = (
  titles: ReadonlyArray<RunTitle>,
  files: ReadonlyArray<TextFile>,
  planned: ReadonlyArray<PlannedWork>
): Conformance => {
  const textOf = (path: string) => files.find((file) => file.path === path)?.text ?? ""
  // Without this package, which holds titles and citations as examples.
  const part = (name: "src" | "test") =>
    files.filter(({ path }) => new RegExp(`^(?:packages|examples)/(?!repo-rules/)[^/]+/${name}/`).test(path))
  const ids = [...textOf(documents.interface).matchAll(/<a id="([^"/]+\/[^"/]+)"><\/a>/g)].map(([, id]) => id!)
  const proofs = follow(new Set(ids), titles.flatMap(claimsOf))
  const citations = follow(new Set(ids), part("src").flatMap(citationsOf))
  const tests = [...proofs.links, ...part("test").flatMap(decisionLinks)]
  const code = [...citations.links, ...part("src").flatMap(decisionLinks)]
  const subject = (id: string, name: string): Subject => {
    const plannedAs = planned.find(({ covers }) => covers.some((mark) => isMeant(mark, id)))?.work
    return { id, name, tests: linksTo(id, tests), code: linksTo(id, code), plannedAs }
  }
  const rows = ids.map((id) => subject(id, id.slice(id.indexOf("/") + 1)))
  const decided = [...textOf(documents.decisions).matchAll(/^\*\*(D\d+) (.+?)\.?\*\*/gm)]
  const decisions = decided.map(([, id, name]) => subject(id!, name!))
  return {
    rows,
    decisions,
    sections: new Map(ids.map(sectionOf).map((section) => [section, linksTo(section, code)])),
    problems: [
      ...withoutId(textOf(documents.interface)).map((line) => `${documents.interface}:${line}: a row without an id`),
      ...proofs.lost,
      ...citations.lost,
      ...[...tests, ...code]
        .filter(({ id }) => /^D\d+$/.test(id) && !decisions.some((decision) => decision.id === id))
        .map(({ id, path }) => `${path}: ${id} is no decision`),
      ...verdicts([...rows, ...decisions], planned)
    ]
  }
}
