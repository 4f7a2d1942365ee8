// Runs the tests, and beside them the checks that need no test runner: the tests wait for time and for other processes
// often enough. Packing is part of a test, which installs what it packs. A check's output is printed whole at its end,
// so that none interleave. What follows `npm test --` goes to the test runner.
import { spawn } from "node:child_process"

const shell = process.platform === "win32"

/** Runs a script of the manifest, tells its output to `tell` or shows it as it comes, and says whether it passed. */
const run = (script, args, tell) =>
  new Promise((resolve) => {
    const stdio = tell === undefined ? "inherit" : ["ignore", "pipe", "pipe"]
    const child = spawn("npm", ["run", "--silent", script, "--", ...args], { shell, stdio })
    child.stdout?.on("data", tell)
    child.stderr?.on("data", tell)
    child.on("error", (error) => console.error(error.message))
    child.on("close", (code) => resolve({ script, passed: code === 0 }))
  })

const check = async (script) => {
  const started = performance.now()
  const output = []
  const result = await run(script, [], (chunk) => output.push(chunk))
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  process.stdout.write(`${script}: ${result.passed ? "passed" : "FAILED"} in ${seconds} s\n`)
  process.stdout.write(Buffer.concat(output))
  return result
}

const results = await Promise.all([run("vitest", process.argv.slice(2)), ...["types", "lint"].map(check)])
const failed = results.filter(({ passed }) => !passed)
if (failed.length > 0) {
  console.error(`Failed: ${failed.map(({ script }) => script).join(", ")}`)
  process.exit(1)
}
