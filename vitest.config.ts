import { availableParallelism } from "node:os"
import { defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"
import { ConformanceReporter } from "./packages/repo-rules/src/ConformanceReporter.js"
import projects from "./vitest.workspace.js"

// One more than there are cores: tests of processes, of places and of limits mostly wait.
const workers = availableParallelism() + 1

// The longest, in the order in which they begin: whatever is short fills up what time they leave. What waits for time
// begins when the compiler is through with what runs beside the tests, and one of a kind after the other: the kills and
// the walk start many processes and would disturb each other.
const longest = [
  "crash-tests/test/together.test.ts",
  "florin/test/installed.test.ts",
  "http-adapter/test/browser.test.ts",
  "crash-tests/test/kills.test.ts",
  "simulation/test/chosen.test.ts",
  "http-adapter/test/payBrowser.test.ts",
  "storage-postgres/test/stores.test.ts",
  "crash-tests/test/walk.test.ts",
  "florin/test/server.test.ts",
  "crash-tests/test/fairness.test.ts",
  "crash-tests/test/pause.test.ts",
  "florin/test/documents.test.ts",
  "sandbox/test/acquirer.test.ts",
  "webhook-dispatcher/test/fairness.test.ts",
  "scheduler/test/scheduler.test.ts",
  "storage-sqlite/test/stores.test.ts",
  "florin/test/simulate.test.ts",
  "florin/test/besideServer.test.ts",
  "shop-year/test/year.test.ts",
  "florin/test/commands.test.ts",
  "gateway/test/races.test.ts",
  "gateway/test/transfers/races.test.ts",
  "gateway/test/transfers/properties.test.ts",
  "simulation/test/invariants.test.ts",
  "connector-upstream/test/contract.test.ts",
  "florin/test/leaks.test.ts",
  "http-adapter/test/badInput.test.ts",
  "http-adapter/test/wiredBadInput.test.ts",
  "gateway/test/queries.test.ts",
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
    projects,
    reporters: ["default", new ConformanceReporter()],
    maxWorkers: workers,
    minWorkers: workers,
    // The young generation is collected far less often for some hundred MB more. Unit: MB.
    poolOptions: { forks: { isolate: false, execArgv: ["--min-semi-space-size=64", "--max-semi-space-size=128"] } },
    sequence: { sequencer: LongestFirst }
  }
})
