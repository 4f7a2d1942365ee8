import { defineWorkspace } from "vitest/config"

export default defineWorkspace([
  {
    test: {
      name: "florin",
      include: ["packages/*/test/**/*.test.ts", "examples/*/test/**/*.test.ts"],
      testTimeout: 30_000,
      hookTimeout: 30_000
    }
  }
])
