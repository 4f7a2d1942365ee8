/**
 * Whether every row of the interface and every decision is proved by a test or planned, and which code cites it.
 *
 * A row has its id in front of it as an empty anchor, `<a id="credit_card/exp_month"></a>`: the section, then the row.
 * Titles of tests and citations in code name it in words, `credit_card object | exp_month`.
 */
import type { PlannedWork } from "./Planned.js"
import type { TextFile } from "./Tree.js"

/** Where the documents stand. */
export const documents = {
  interface: "docs/interface.md",
  decisions: "docs/decisions/interface.md",
  checkout: "docs/decisions/checkout.md",
  connectors: "docs/decisions/connectors.md",
  billing: "docs/decisions/billing.md",
  console: "docs/decisions/console.md"
} as const

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

/** The numbers of the table rows and list items without an id. What comes before the resources explains the document. */
const withoutId = (text: string): ReadonlyArray<number> => {
  const lines = text.split("\n")
  const start = lines.indexOf("## Resources and their fields")
  const isRule = (line = "") => /^\|[\s:|-]+\|$/.test(line)
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
  return section === undefined || /^(?:D\d+[a-z]?\b|shapes$)/.test(section) ? [] : [{ path, section, names, says }]
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
const follow = (ids: ReadonlyArray<string>, claims: ReadonlyArray<Claim>) => {
  const known = new Set([...ids, ...ids.map(sectionOf)])
  const links: Array<Link> = []
  const lost = new Set<string>()
  const look = ({ path, says }: Claim, id: string, missing: string) => {
    if (known.has(id)) links.push({ id, path, says })
    else lost.add(`${path}: ${missing} of ${documents.interface}`)
  }
  const rowOf = (section: string, name: string): string => {
    const key = keyOf(name)
    const isShared = known.has(`authorization-request/${key}`) || known.has(key.replace(/\.(\w+)$/, "/$1"))
    const own = `${section}/${key}`
    return section === sectionOf(shared) && isShared && !known.has(own) ? shared : own
  }
  for (const claim of claims) {
    const { names, section } = claim
    const key = sectionKey(section)
    if (names === undefined) look(claim, key, `"${section}" is no section`)
    for (let left = names?.split(/,\s+/) ?? []; left.length > 0; ) {
      // Names of rows hold commas themselves, so the longest one counts.
      const candidates = left.map((_, index) => left.slice(0, left.length - index))
      const found = candidates.find((parts) => known.has(rowOf(key, parts.join(", ")))) ?? [left[0]!]
      look(claim, rowOf(key, found.join(", ")), `"${section} | ${left[0]}" is no row`)
      left = left.slice(found.length)
    }
  }
  return { links, lost: [...lost] }
}

/** Every decision that a text names, in a title, a comment or a docstring. */
const decisionLinks = ({ path, text }: TextFile): ReadonlyArray<Link> =>
  [...new Set(text.match(/\bD[1-9]\d*[a-z]?\b/g))].map((id) => ({ id, path, says: "" }))

const linksTo = (id: string, links: ReadonlyArray<Link>): ReadonlyArray<Link> =>
  [...new Map(links.filter((link) => link.id === id).map((link) => [`${link.path} ${link.says}`, link]))]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([, link]) => link)

const isMeant = (mark: string, id: string): boolean =>
  new RegExp(`^${mark.replaceAll(".", "\\.").replaceAll("*", ".*")}$`).test(id)

/** Examines the tree, with the titles of a run of all tests. `problems` are what fails the tests, a line each. */
export const examine = (
  titles: ReadonlyArray<RunTitle>,
  files: ReadonlyArray<TextFile>,
  planned: ReadonlyArray<PlannedWork>
) => {
  const textOf = (path: string) => files.find((file) => file.path === path)?.text ?? ""
  // Without this package, which holds titles and citations as examples.
  const part = (name: "src" | "test") =>
    files.filter(({ path }) => new RegExp(`^(?:packages|examples)/(?!repo-rules/)[^/]+/${name}/`).test(path))
  const ids = [...textOf(documents.interface).matchAll(/<a id="([^"/]+\/[^"/]+)"><\/a>/g)].map(([, id]) => id!)
  const proofs = follow(ids, titles.flatMap(claimsOf))
  const citations = follow(ids, part("src").flatMap(citationsOf))
  const tests = [...proofs.links, ...part("test").flatMap(decisionLinks)]
  const code = [...citations.links, ...part("src").flatMap(decisionLinks)]
  const marks = planned.flatMap(({ covers, work }) => covers.map((mark) => ({ mark, work })))

  /** A row or a decision, what proves it, what cites it, and the later work that brings it. */
  const subject = (id: string, name: string) => {
    const plans = marks.filter(({ mark }) => isMeant(mark, id)).map(({ work }) => work)
    return { id, name, tests: linksTo(id, tests), code: linksTo(id, code), plans }
  }
  const rows = ids.map((id) => subject(id, id.slice(id.indexOf("/") + 1)))
  const decided = [
    documents.decisions,
    documents.checkout,
    documents.connectors,
    documents.billing,
    documents.console
  ].flatMap((path) => [...textOf(path).matchAll(/^\*\*(D\d+[a-z]?) (.+?)\.?\*\*/gm)])
  const decisions = decided.map(([, id, name]) => subject(id!, name!))
  const subjects = [...rows, ...decisions]
  const verdict = ({ id, plans, tests: [test] }: (typeof subjects)[number]): ReadonlyArray<string> => {
    if (test !== undefined) {
      return plans.map((work) => `${id} is no longer only planned for ${work}: ${test.path} tests it`)
    }
    if (plans.length > 1) return [`${id} is planned twice`]
    return plans.length === 0 ? [`no test names ${id}`] : []
  }
  const problems = [
    ...withoutId(textOf(documents.interface)).map((line) => `${documents.interface}:${line}: a row without an id`),
    ...proofs.lost,
    ...citations.lost,
    ...[...tests, ...code]
      .filter(({ id }) => /^D\d+[a-z]?$/.test(id) && !decisions.some((decision) => decision.id === id))
      .map(({ id, path }) => `${path}: ${id} is no decision`),
    ...subjects.flatMap(verdict),
    ...marks
      .filter(({ mark }) => !subjects.some(({ id }) => isMeant(mark, id)))
      .map(({ mark }) => `${mark} is planned, but there is no such row or decision`)
  ]
  const citing = new Map(ids.map(sectionOf).map((section) => [section, linksTo(section, code)]))
  return { rows, decisions, citing, problems }
}

export type Conformance = ReturnType<typeof examine>
