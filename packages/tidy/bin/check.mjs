// Runs the checks that need no test runner side by side and prints each one's output whole, so that none interleave.
import { spawn } from "node:child_process"

const checks = ["types", "lint", "pack"]

const run = (script) =>
  new Promise((resolve) => {
    const started = performance.now()
    const child = spawn("npm", ["run", "--silent", script], { shell: process.platform === "win32" })
    const output = []
    child.stdout.on("data", (chunk) => output.push(chunk))
    child.stderr.on("data", (chunk) => output.push(chunk))
    child.on("error", (error) => output.push(Buffer.from(`${error.message}\n`)))
    child.on("close", (code) => {
      const seconds = ((performance.now() - started) / 1000).toFixed(1)
      process.stdout.write(`${script}: ${code === 0 ? "passed" : "FAILED"} in ${seconds} s\n`)
      process.stdout.write(Buffer.concat(output))
      resolve({ script, passed: code === 0 })
    })
  })

const failed = (await Promise.all(checks.map(run))).filter(({ passed }) => !passed)
if (failed.length > 0) {
  console.error(`Failed: ${failed.map(({ script }) => script).join(", ")}`)
  process.exit(1)
}
