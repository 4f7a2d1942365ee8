// Runs the tests, and beside them the checks that need no test runner: the tests wait for time and for other processes
// often enough. Packing is part of a test, which installs what it packs. A check's output is printed whole at its end,
// so that none interleave. What follows `npm test --` goes to the test runner.
import { spawn } from "node:child_process"

// The compiler, which lives for half a minute, collects its garbage less often: a third less work, a fifth more memory.
process.env.GOGC ??= "400"

const shell = process.platform === "win32"

/** Runs a script of the manifest; answers its name if it failed. */
const run = (script, stdio, ...args) =>
  new Promise((resolve) => {
    const child = spawn("npm", ["run", "--silent", script, "--", ...args], { shell, stdio })
    const output = []
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => output.push(chunk))
    child.on("close", (code) => {
      process.stdout.write(Buffer.concat(output))
      if (stdio === "pipe") console.log(`${script}: ${code === 0 ? "passed" : "FAILED"}`)
      resolve(code === 0 ? [] : [script])
    })
  })

const tests = run("vitest", "inherit", ...process.argv.slice(2))
const failed = (await Promise.all([tests, run("types", "pipe"), run("lint", "pipe")])).flat()
if (failed.length > 0) {
  console.error(`Failed: ${failed.join(", ")}`)
  process.exit(1)
}
