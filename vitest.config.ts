import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from "node:fs"
import { availableParallelism, tmpdir } from "node:os"
import { join } from "node:path"
import { defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"

// One more than there are cores: tests of processes, of places and of limits mostly wait.
const workers = availableParallelism() + 1

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
const env = existsSync(memory) && hasRoom() ? inMemory() : {}

// The longest, in the order in which they begin: whatever is short fills up what time they leave. What waits for time
// begins when the compiler is through with what runs beside the tests, and one of a kind after the other: the kills and
// the walk start many processes and would disturb each other.
const longest = [
  "crash-tests/test/together.test.ts",
  "simulation/test/chosen.test.ts",
  "standalone/test/server.test.ts",
  "storage-postgres/test/stores.test.ts",
  "repo-rules/test/tree.test.ts",
  "storage-sqlite/test/stores.test.ts",
  "crash-tests/test/kills.test.ts",
  "webhook-dispatcher/test/fairness.test.ts",
  "scheduler/test/scheduler.test.ts",
  "crash-tests/test/walk.test.ts",
  "crash-tests/test/fairness.test.ts",
  "simulation/test/invariants.test.ts",
  "connector-upstream/test/contract.test.ts",
  "crash-tests/test/pause.test.ts",
  "standalone/test/leaks.test.ts",
  "http-adapter/test/badInput.test.ts",
  "http-adapter/test/wiredBadInput.test.ts",
  "sandbox/test/acquirer.test.ts",
  "gateway/test/asking.test.ts",
  "webhook-dispatcher/test/Dispatcher.test.ts",
  "gateway/test/notifications.test.ts",
  "storage-postgres/test/faults.test.ts",
  "storage-postgres/test/upgrade.test.ts",
  "storage-postgres/test/lostCommits.test.ts",
  "gateway/test/upgraded.test.ts",
  "crash-tests/test/writers.test.ts",
  "repo-rules/test/install.test.ts",
  "crash-tests/test/flags.test.ts"
]

class LongestFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>) {
    const place = ({ moduleId }: TestSpecification) => {
      const index = longest.findIndex((name) => moduleId.endsWith(name))
      return index === -1 ? longest.length : index
    }
    return (await super.sort(files)).sort((left, right) => place(left) - place(right))
  }
}

export default defineConfig({
  test: {
    maxWorkers: workers,
    env,
    // The young generation is collected far less often for a little more memory.
    poolOptions: { forks: { execArgv: ["--max-semi-space-size=32"] } },
    // No module keeps state between tests, so files of one worker share what they import: half the time is importing.
    isolate: false,
    minWorkers: workers,
    sequence: { sequencer: LongestFirst },
    testTimeout: 30_000,
    hookTimeout: 30_000,
    include: ["packages/*/test/**/*.test.ts", "examples/*/test/**/*.test.ts"]
  }
})
