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

/**
 * Every text file that git knows or would take, so that a rule speaks before the commit and not after it. Without the
 * lockfile, whose checksums may spell anything.
 */
export const read = (from: string = root): ReadonlyArray<TextFile> => {
  const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"]
  return execFileSync("git", args, { cwd: from, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 })
    .split("\0")
    .filter((path) => path !== "" && path !== "pnpm-lock.yaml")
    .filter((path) => lstatSync(join(from, path), { throwIfNoEntry: false })?.isFile() === true)
    .map((path) => ({ path, text: readFileSync(join(from, path), "utf8") }))
    .filter(({ text }) => !text.includes("\0"))
}
