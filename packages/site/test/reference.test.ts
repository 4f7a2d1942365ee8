// The pages that are made from code. Regenerate with `npx vitest run -u packages/site`.
import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { eventsPage } from "../src/reference/Events.js"
import { fieldsPage } from "../src/reference/Fields.js"
import { httpPage } from "../src/reference/Http.js"
import * as OpenApi from "../src/reference/OpenApi.js"
import { operationsPage } from "../src/reference/Operations.js"

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8")
const page = (name: string) => `../../../docs/reference/${name}.md`

describe("the reference", () => {
  const document = OpenApi.make()

  it.each([
    ["http", () => httpPage(document)],
    ["http-fields", () => fieldsPage(document)],
    ["operations", () => operationsPage(read, document)],
    ["events", () => eventsPage(read)]
  ])("%s is what the code says", async (name, make) => {
    await expect(make()).toMatchFileSnapshot(page(name))
  })

  it.each([
    ["GET /ctp/api/checkouts", "With the id and the secret key of the shop."],
    [
      "POST /ctp/api/checkouts",
      "With the id and the secret key of the shop, or with its public key, where it allows that."
    ],
    [
      "POST /ctp/api/payments",
      "With the id and the secret key of the shop, or with its public key, where it allows that, or without credentials."
    ]
  ])("says of %s all ways to call it", (route, ways) => {
    const [, reply = ""] = httpPage(document).split(`### ${route}\n\n`)
    expect(reply.split("\n")[0]).toContain(` ${ways}`)
  })

  it("says of each operation what its types do not", () => {
    const reply = operationsPage(read, document)
    const bare = [...reply.matchAll(/^### (\S+)\(.*\)\n\n(?:Takes:|Answers:|#)/gm)].map(([, name]) => name)
    expect(bare).toEqual([])
  })
})
