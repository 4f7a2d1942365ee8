import { describe, expect, it } from "vitest"
import { examine, needless, unproved } from "../../src/Conformance.js"
import { render } from "../../src/ConformancePage.js"
import { show } from "../../src/House.js"
import { planned } from "../../src/Planned.js"
import { files } from "./files.js"

const conformance = examine(files, planned)
const { decisions, misnamed, rows } = conformance
const subjects = [...rows, ...decisions]

describe("conformance with the interface", () => {
  it("every row of the interface has a test that names it, or is planned", () => {
    expect(unproved(rows).map(show).join("\n")).toBe("")
  })

  it("every decision is cited by a test, or is planned", () => {
    expect(unproved(decisions).map(show).join("\n")).toBe("")
  })

  it("every title that begins with a section names rows of it", () => {
    expect(misnamed.map(show).join("\n")).toBe("")
  })

  it("no mark of planned work outlives its need", () => {
    expect(needless(subjects, planned).map(show).join("\n")).toBe("")
  })

  // Written anew with `npx vitest run -u packages/repo-rules`.
  it("docs/conformance.md shows it", async () => {
    await expect(render(conformance, planned)).toMatchFileSnapshot("../../../docs/conformance.md")
  })
})
