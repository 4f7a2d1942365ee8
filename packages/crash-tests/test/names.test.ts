import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "vitest"

const packages = fileURLToPath(new URL("../..", import.meta.url))

describe("every commit", () => {
  // Where units of work are made, named, or tried out.
  const elsewhere = ["testing", "crash-tests", "bench", "repo-rules"]
  const places = /^(?:core\/src\/store|storage-sql\/src\/internal)\//
  // The sandbox is another party with books of its own; an operator's command is one commit that nothing follows.
  const others = /^(?:sandbox\/src\/|gateway\/src\/Shops\.ts$)/

  const sources = readdirSync(packages)
    .filter((name) => !elsewhere.includes(name) && existsSync(join(packages, name, "src")))
    .flatMap((name) =>
      readdirSync(join(packages, name, "src"), { recursive: true, encoding: "utf8" }).map(
        (path) => `${name}/src/${path}`
      )
    )
    .filter((path) => path.endsWith(".ts") && !places.test(path) && !others.test(path))

  it("has a name: no package runs a unit of work without one", () => {
    const runs = /\b(?:unit|unitOfWork|UnitOfWork)\.run\b|\{ run \} = yield\* UnitOfWork/
    const nameless = sources.filter((path) => runs.test(readFileSync(join(packages, path), "utf8")))
    assert.deepStrictEqual(nameless, [])
  })
})
