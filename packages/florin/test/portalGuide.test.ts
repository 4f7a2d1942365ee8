// The guide to the portal: its program prints what it says it prints.
import { assert, describe, it } from "vitest"
import { blocks } from "./internal/documents.js"
import { isSample, sampleRunner } from "./internal/samples.js"

const samples = blocks.filter((block) => block.file === "docs/guides/portal.md" && isSample(block))
const run = sampleRunner()

describe("the guide to the portal", () => {
  it.each(samples)("D64: prints what it says: $place", async (sample) => {
    const { printed, promised } = await run(sample)
    assert.deepStrictEqual(printed, promised)
  })

  it("has a program that opens one", () => {
    assert.deepStrictEqual(
      samples.map(({ heading }) => heading),
      ["Who the customer is"]
    )
  })
})
