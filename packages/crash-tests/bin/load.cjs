// Runs program.cjs beside it with the code that Node compiled the first time: hundreds of processes are started.
const { existsSync, readFileSync, renameSync, writeFileSync } = require("node:fs")
const { join } = require("node:path")
const { Script } = require("node:vm")

const file = join(__dirname, "program.cjs")
const code = join(__dirname, "program.code")
const known = existsSync(code) ? { cachedData: readFileSync(code) } : {}
const script = new Script(`(function (exports, require, module) {${readFileSync(file, "latin1")}\n})`, {
  filename: file,
  ...known
})
if (known.cachedData === undefined) {
  process.on("exit", () => {
    writeFileSync(`${code}.${process.pid}`, script.createCachedData())
    renameSync(`${code}.${process.pid}`, code)
  })
}
script.runInThisContext()(exports, require, module)
