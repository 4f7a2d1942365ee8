import { availableParallelism } from "node:os"
import { defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"

// The longest, in the order in which they begin: whatever is short fills up what time they leave. What mostly waits runs
// beside what computes: of two workers one has the tests together, then the kills, the other the simulations and what
// computes as long as the kills take; then one has the walk and the other the pauses. The kills and the walk start many
// processes and would disturb each other.
const longest = [
  "crash-tests/test/together.test.ts",
  "simulation/test/chosen.test.ts",
  "standalone/test/server.test.ts",
  "storage-postgres/test/stores.test.ts",
  "repo-rules/test/house.test.ts",
  "crash-tests/test/kills.test.ts",
  "simulation/test/stops.test.ts",
  "connector-upstream/test/contract.test.ts",
  "simulation/test/invariants.test.ts",
  "storage-sqlite/test/stores.test.ts",
  "standalone/test/leaks.test.ts",
  "webhook-dispatcher/test/fairness.test.ts",
  "http-adapter/test/badInput.test.ts",
  "http-adapter/test/wiredBadInput.test.ts",
  "sandbox/test/acquirer.test.ts",
  "crash-tests/test/walk.test.ts",
  "scheduler/test/scheduler.test.ts",
  "crash-tests/test/pause.test.ts",
  "crash-tests/test/fairness.test.ts",
  "gateway/test/asking.test.ts",
  "webhook-dispatcher/test/Dispatcher.test.ts",
  "gateway/test/notifications.test.ts",
  "storage-postgres/test/faults.test.ts",
  "storage-postgres/test/upgrade.test.ts",
  "storage-postgres/test/lostCommits.test.ts",
  "gateway/test/upgraded.test.ts"
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
    // Every core works; the default leaves one idle, which is half of a machine with two.
    maxWorkers: availableParallelism(),
    // The young generation is collected far less often for a little more memory.
    poolOptions: { forks: { execArgv: ["--max-semi-space-size=32"] } },
    // No module keeps state between tests, so files of one worker share what they import: half the time is importing.
    isolate: false,
    minWorkers: availableParallelism(),
    sequence: { sequencer: LongestFirst },
    testTimeout: 30_000,
    hookTimeout: 30_000,
    include: ["packages/*/test/**/*.test.ts", "examples/*/test/**/*.test.ts"]
  }
})
