/** Runs the commands of documents. */
import { spawnSync } from "node:child_process"
import { assert } from "vitest"

/** The server's address in documents. */
export const here = "http://127.0.0.1:8080"

/** Runs commands in a directory; `curl` fails where the answer is an error. */
export const shell = (cwd: string, command: string, environment: Record<string, string>): string => {
  const prelude = 'set -eu; curl() { command curl --silent --show-error --fail-with-body "$@"; };'
  const env = { PATH: process.env.PATH ?? "", HOME: cwd, ...environment }
  const { status, stderr, stdout } = spawnSync("/bin/sh", ["-c", `${prelude}\n${command}`], {
    cwd,
    env,
    encoding: "utf8"
  })
  assert.strictEqual(status, 0, `${command}\n${stdout}${stderr}`)
  return stdout
}
