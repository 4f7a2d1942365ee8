import { defineConfig } from "vitest/config"

// What takes minutes: npx vitest run --config packages/crash/long.config.ts
export default defineConfig({
  test: { name: "crash", include: ["packages/crash/long/*.test.ts"], testTimeout: 900_000, hookTimeout: 60_000 }
})
