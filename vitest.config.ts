import { availableParallelism } from "node:os"
import { defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"

// Minutes each: whatever is short fills up what time they leave. Where there are two workers, one has the kills and then
// the walk, and the other the seeds meanwhile: the first two start many processes, and would disturb each other.
const longest = ["crash-tests/test/kills.test.ts", "simulation/test/seeds.test.ts", "crash-tests/test/walk.test.ts"]

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
    // No module keeps state between tests, so files of one worker share what they import: half the time is importing.
    isolate: false,
    minWorkers: 1,
    sequence: { sequencer: LongestFirst },
    testTimeout: 30_000,
    hookTimeout: 30_000,
    projects: [
      {
        extends: true,
        test: {
          name: "florin",
          include: ["packages/*/test/**/*.test.ts", "examples/*/test/**/*.test.ts"],
          // About PostgreSQL's commits alone.
          exclude: ["packages/gateway/test/lostCommits.test.ts"],
          provide: { store: "SQLite" }
        }
      },
      {
        extends: true,
        // The journeys once more: whatever asks for `emptyStore`.
        test: {
          name: "florin on PostgreSQL",
          include: [
            "packages/{gateway,scheduler}/test/**/*.test.ts",
            "packages/webhook-dispatcher/test/Dispatcher.test.ts",
            "packages/http-adapter/test/{idempotency,wired}.test.ts"
          ],
          provide: { store: "PostgreSQL" }
        }
      }
    ]
  }
})
