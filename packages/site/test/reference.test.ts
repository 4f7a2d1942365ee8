// The pages that are made from code. Regenerate with `npx vitest run -u packages/site`.
import { describe, expect, it } from "vitest"
import { fieldsPage } from "../src/reference/Fields.js"
import { httpPage } from "../src/reference/Http.js"
import * as OpenApi from "../src/reference/OpenApi.js"

const page = (name: string) => `../../../docs/reference/${name}.md`

describe("the reference", () => {
  const document = OpenApi.make()

  it.each([
    ["http", () => httpPage(document)],
    ["http-fields", () => fieldsPage(document)]
  ])("%s is what the code says", async (name, make) => {
    await expect(make()).toMatchFileSnapshot(page(name))
  })
})
