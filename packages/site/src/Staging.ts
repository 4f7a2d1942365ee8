/**
 * The pages of the site, made from the files of the repository. Its root is `docs`; what a document links to outside of
 * it becomes a page under `repository`: a document, a file with its code, a folder with its list.
 */
import { posix } from "node:path"
import { type Document, isForeign, resolve } from "./Links.js"
import { linksOf, relinked } from "./Markdown.js"

/** The repository, as far as git knows it. */
export interface Repository {
  /** Paths of all files from the root, with `/`. */
  readonly files: ReadonlySet<string>
  readonly read: (path: string) => string
}

const isDocument = (path: string): boolean => path.endsWith(".md")

const isPicture = (path: string): boolean => /\.(?:svg|png|jpe?g|webp)$/.test(path)

/** Files of a folder and folders in it, by name. */
const inside = (files: ReadonlySet<string>, folder: string): ReadonlyArray<string> => {
  const start = `${folder}/`
  const names = [...files]
    .filter((path) => path.startsWith(start))
    .map((path) => path.slice(start.length).split("/")[0])
  return [...new Set(names)].map((name) => `${start}${name}`).sort()
}

/** What a link to a path shows: of a folder its README, if it has one. */
const shown = (files: ReadonlySet<string>, path: string): string =>
  files.has(`${path}/README.md`) ? `${path}/README.md` : path

/** The page of a path, from the root of the site. */
export const pageOf = (files: ReadonlySet<string>, path: string): string => {
  const target = shown(files, path)
  const place =
    target.startsWith("docs/") && !/^docs\/.*\.(?!md$)\w+$/.test(target) ? target.slice(5) : `repository/${target}`
  if (isDocument(target)) return place
  return files.has(target) ? `${place}.md` : posix.join(place, "index.md")
}

const publicFolder = "docs/public/"

/** The text of a document with links between pages of the site. */
const rewritten = ({ path: from, text }: Document, files: ReadonlySet<string>): string =>
  relinked(text, (target) => {
    if (isForeign(target) || target.startsWith("#")) return target
    const { anchor, path } = resolve(from, target)
    if (isPicture(path) && path.startsWith(publicFolder)) return `/${path.slice(publicFolder.length)}`
    return `/${pageOf(files, path)}${anchor === "" ? "" : `#${anchor}`}`
  })

/** Neither searched nor with an outline: whoever searches wants the documents. */
const head = (title: string): string =>
  `---\ntitle: ${JSON.stringify(title)}\nsearch: false\noutline: false\n---\n\n# ${title}\n\n`

/** Without colours: those of three hundred files take four times as long as all the rest. */
const codePage = ({ path, text }: Document): string => `${head(path)}\`\`\`\`\`txt\n${text.trimEnd()}\n\`\`\`\`\`\n`

const folderPage = (path: string, files: ReadonlySet<string>): string => {
  const lines = inside(files, path).map(
    (one) => `- [${posix.basename(one)}${files.has(one) ? "" : "/"}](/${pageOf(files, one)})`
  )
  return `${head(path)}${lines.join("\n")}\n`
}

/** Paths that a page leads to. */
const leadsTo = (path: string, { files, read }: Repository): ReadonlyArray<string> => {
  if (!files.has(path)) return inside(files, path)
  if (!isDocument(path)) return []
  const targets = linksOf(read(path)).filter(({ target }) => !isForeign(target) && !target.startsWith("#"))
  return targets.map(({ target }) => resolve(path, target).path).filter((one) => !one.startsWith(publicFolder))
}

/** Every path that is a page: the documents, and whatever is linked from a page. */
const reached = (repository: Repository): ReadonlySet<string> => {
  const paths = new Set<string>()
  const waiting = [...repository.files].filter((path) => /^docs\/.*\.md$/.test(path))
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const page = shown(repository.files, path)
    if (paths.has(page)) continue
    paths.add(page)
    waiting.push(...leadsTo(page, repository))
  }
  return paths
}

const textOf = (path: string, { files, read }: Repository): string => {
  if (!files.has(path)) return folderPage(path, files)
  const document = { path, text: read(path) }
  if (!isDocument(path)) return codePage(document)
  const text = rewritten(document, files)
  return path.startsWith("docs/") ? text : `---\nsearch: false\n---\n\n${text}`
}

/** Every page of the site, by its path from the root of the site. */
export const pages = (repository: Repository): ReadonlyArray<Document> =>
  [...reached(repository)].map((path) => ({
    path: pageOf(repository.files, path),
    text: textOf(path, repository)
  }))
