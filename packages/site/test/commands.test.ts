// The commands that are made of the table of operations. Written anew with `npx vitest run -u packages/site`.
import { describe, expect, it } from "vitest"
import { module } from "../src/commands/Commands.js"

describe("the generated commands", () => {
  it("are what the table says", async () => {
    await expect(module()).toMatchFileSnapshot("../../florin/src/cli/generated/operationCommands.ts")
  })
})
