import { availableParallelism } from "node:os"
import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    name: "florin",
    include: ["packages/*/test/**/*.test.ts", "examples/*/test/**/*.test.ts"],
    // Every core works; the default leaves one idle, which is half of a machine with two.
    maxWorkers: availableParallelism(),
    // No module keeps state between tests, so files of one worker share what they import: half the time is importing.
    isolate: false,
    minWorkers: 1,
    testTimeout: 30_000,
    hookTimeout: 30_000
  }
})
