/** Relative links of Markdown files that lead nowhere. */
import { posix } from "node:path"
import { anchorsOf, linksOf } from "./Markdown.js"

/** A file of the repository, by its path from the root. */
export interface Document {
  readonly path: string
  readonly text: string
}

/** Whether a link leads out of the repository. */
export const isForeign = (target: string): boolean => /^[a-z][a-z+.-]*:|^\/\//i.test(target)

/** The path and the anchor that a link names, from the document that has it. */
export const resolve = (from: string, target: string): { readonly path: string; readonly anchor: string } => {
  const [path = "", anchor = ""] = target.split("#", 2)
  const joined = path === "" ? from : posix.join(posix.dirname(from), decodeURI(path))
  return { path: joined.replace(/\/$/, ""), anchor }
}

/**
 * A line for each relative link whose file or anchor is missing.
 *
 * `exists`: whether a path of the repository is a file or folder of it.
 */
export const broken = (
  documents: ReadonlyArray<Document>,
  exists: (path: string) => boolean
): ReadonlyArray<string> => {
  const anchors = new Map(documents.map(({ path, text }) => [path, anchorsOf(text)]))
  const problem = (from: string, target: string): string | undefined => {
    const { anchor, path } = resolve(from, target)
    if (path.startsWith("..") || !exists(path)) return `${from}: ${target} is not there`
    const known = anchors.get(path)
    return anchor === "" || known === undefined || known.has(anchor)
      ? undefined
      : `${from}: ${target} has no such anchor`
  }
  return documents.flatMap(({ path, text }) =>
    linksOf(text)
      .filter(({ target }) => !isForeign(target))
      .flatMap(({ target }) => problem(path, target) ?? [])
  )
}
