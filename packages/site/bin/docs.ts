// npm run docs [-- --serve [PORT]] [-- --base /PREFIX/]
// Builds the site of the documents into packages/site/dist. --serve shows it then, on port 8090 unless another is named.
import { execFileSync } from "node:child_process"
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { build, serve } from "vitepress"
import { built, staged } from "../src/Config.js"
import * as Staging from "../src/Staging.js"

const root = fileURLToPath(new URL("../../../", import.meta.url))
const home = fileURLToPath(new URL("../", import.meta.url))

const { positionals, values } = parseArgs({
  options: { serve: { type: "boolean", default: false }, base: { type: "string", default: "/" } },
  allowPositionals: true
})

const listed = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"]
const files = execFileSync("git", listed, { cwd: root, encoding: "utf8" }).split("\0")
const repository: Staging.Repository = {
  files: new Set(files.filter((path) => path !== "" && existsSync(join(root, path)))),
  read: (path) => readFileSync(join(root, path), "utf8")
}

rmSync(staged, { recursive: true, force: true })
for (const { path, text } of Staging.pages(repository)) {
  const file = join(staged, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
cpSync(join(root, "docs/public"), join(staged, "public"), { recursive: true })
await build(home, { base: values.base })
console.log(`The site is in ${built}`)

if (values.serve) {
  const port = Number(positionals[0] ?? 8090)
  await serve({ root: home, base: values.base, port })
}
