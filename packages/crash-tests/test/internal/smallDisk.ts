/** A disk of 16 megabytes that only one process sees, where the machine lets one be made. */
import { spawnSync } from "node:child_process"
import { appendFileSync, rmSync } from "node:fs"

/** Whether a user may make a file system of its own: on Linux mostly, and not everywhere. */
export const isPossible = spawnSync("unshare", ["-Urm", "true"]).status === 0

/** What a process is started with so that the directory is a disk of its own. */
export const on = (directory: string): ReadonlyArray<string> => [
  ...["unshare", "-Urm", "/bin/sh", "-c"],
  ...['mount -t tmpfs -o size=16m tmpfs "$0" && exec "$@"', directory]
]

const filler = (pid: number, directory: string): string => `/proc/${pid}/root${directory}/filler`

/** Writes until there is no room for a single page. */
export const fill = (pid: number, directory: string): void => {
  try {
    for (;;) appendFileSync(filler(pid, directory), Buffer.alloc(4096))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error
  }
}

export const clear = (pid: number, directory: string): void => rmSync(filler(pid, directory))
