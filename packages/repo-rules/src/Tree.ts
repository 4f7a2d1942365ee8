/** The files of the project, read from disk. */
import { execFileSync } from "node:child_process"
import { lstatSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

/** A text file. `path` is relative to the project's root, with `/` on every system. */
export interface TextFile {
  readonly path: string
  readonly text: string
}

/** The project's root folder. */
export const root: string = fileURLToPath(new URL("../../../", import.meta.url))

/** Written by the package manager; its checksums may spell anything. */
const generated = new Set(["pnpm-lock.yaml"])

/** Tracked files and new ones that are not ignored, so that a rule speaks before the commit and not after it. */
const list = (root: string): ReadonlyArray<string> =>
  execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024
  })
    .split("\0")
    .filter((path) => path !== "" && !generated.has(path))

/** Every text file that git knows or would take. */
export const read = (from: string = root): ReadonlyArray<TextFile> =>
  list(from)
    .filter((path) => lstatSync(join(from, path), { throwIfNoEntry: false })?.isFile() === true)
    .map((path) => ({ path, text: readFileSync(join(from, path), "utf8") }))
    .filter(({ text }) => !text.includes("\0"))
