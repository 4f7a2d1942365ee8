import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { TestProjectConfiguration } from "vitest/config"

// Processes are killed, the machine is not: what they write need not wait for a disk where memory has room for it. What a
// test that was cut off leaves there goes with the run.
const memory = "/dev/shm"
const needed = 4 * 1024 ** 3
const hasRoom = (): boolean => {
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize >= needed
}
const inMemory = (): Record<string, string> => {
  const TMPDIR = mkdtempSync(join(memory, "florin-"))
  chmodSync(TMPDIR, 0o755)
  process.once("exit", () => rmSync(TMPDIR, { recursive: true, force: true }))
  return { TMPDIR, FLORIN_TEST_KEPT: tmpdir() }
}

// What a program is compiled to stands beside the packages that it imports. A run that watches compiles what has changed.
const shelf = fileURLToPath(new URL("packages/crash-tests/node_modules/.cache", import.meta.url))
const programsOfRun = (): Record<string, string> => {
  mkdirSync(shelf, { recursive: true })
  const FLORIN_TEST_PROGRAMS = mkdtempSync(join(shelf, "programs-"))
  process.once("exit", () => rmSync(FLORIN_TEST_PROGRAMS, { recursive: true, force: true }))
  return { FLORIN_TEST_PROGRAMS }
}

const env = {
  ...(existsSync(memory) && hasRoom() ? inMemory() : {}),
  ...(process.argv.includes("run") ? programsOfRun() : {})
}

// It adds a method to the tables of Florin before the modules that read them are there.
const alone = ["packages/gateway/test/transfers/invoice/*.test.ts"]

// One project for all others: with modules shared between files, the runner works through projects one after the other, each with
// workers of its own, and the longest tests of the last one would begin when all others are through.
const projects: Array<TestProjectConfiguration> = [
  {
    test: {
      name: "florin",
      include: ["packages/*/test/**/*.test.ts", "examples/*/test/**/*.test.ts"],
      exclude: alone,
      env,
      setupFiles: ["packages/core/test/freshIds.ts"],
      // No module keeps state between tests, so files of one worker share what they import: half the time is importing.
      isolate: false,
      testTimeout: 30_000,
      hookTimeout: 30_000
    }
  },
  {
    test: {
      name: "alone",
      include: alone,
      env,
      setupFiles: ["packages/core/test/freshIds.ts"],
      isolate: true,
      testTimeout: 30_000
    }
  }
]

export default projects
