/** What the site needs to know of a Markdown file: its links, and the anchors that others may link to. */

/** Code, which holds no links: fenced blocks and spans. */
const code = /^( *)(`{3,})[^\n]*\n[\s\S]*?^\1\2$|(`+)(?!`)[^`]*?\3(?!`)/gm

/** The text with every code replaced by as much blank space, so that places stay where they were. */
export const withoutCode = (text: string): string => text.replaceAll(code, (whole) => whole.replaceAll(/[^\n]/g, " "))

const link = /(?<=\]\()[^()\s]+(?=\))|(?<=\b(?:href|src|srcset)=")[^"]+(?=")/g

/** Where a link leads, and where in the text that stands. */
export interface Link {
  readonly target: string
  readonly index: number
}

/** The links and pictures of a document, in order. */
export const linksOf = (text: string): ReadonlyArray<Link> =>
  [...withoutCode(text).matchAll(link)].map(({ 0: target, index }) => ({ target, index }))

/** Replaces the target of every link. */
export const relinked = (text: string, replace: (target: string) => string): string => {
  const pieces: Array<string> = []
  let end = 0
  for (const { index, target } of linksOf(text)) {
    pieces.push(text.slice(end, index), replace(target))
    end = index + target.length
  }
  return [...pieces, text.slice(end)].join("")
}

/** The anchor that GitHub gives to a heading, so that a link works there and on the site. */
export const slug = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, "")
    .replaceAll(" ", "-")

/** What a reader sees of a heading. */
const plain = (heading: string): string => heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll(/[`*]/g, "")

const fences = /^( *)(`{3,})[^\n]*\n[\s\S]*?^\1\2$/gm

/** Every anchor of a document: of its headings, numbered where they repeat, and its own. */
export const anchorsOf = (text: string): ReadonlySet<string> => {
  const prose = text.replaceAll(fences, "")
  const anchors = new Set([...prose.matchAll(/<a (?:id|name)="([^"]+)"/g)].map(([, id = ""]) => id))
  const seen = new Map<string, number>()
  for (const [, heading = ""] of prose.matchAll(/^#{1,6} +(.+?)(?: +#+)?$/gm)) {
    const own = slug(plain(heading))
    const before = seen.get(own) ?? 0
    seen.set(own, before + 1)
    anchors.add(before === 0 ? own : `${own}-${before}`)
  }
  return anchors
}
