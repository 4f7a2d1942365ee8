// Runs program.cjs beside it with the code that Node compiled the first time: hundreds of processes are started. Most are
// killed, and do not come to an end at which they could leave anything.
const { existsSync, readFileSync, renameSync, writeFileSync } = require("node:fs")
const { join } = require("node:path")
const { Script } = require("node:vm")

const file = join(__dirname, "program.cjs")
/** What a server has compiled, and, until one has run, what any command has. */
const [served, ended] = ["served.code", "ended.code"].map((name) => join(__dirname, name))

const known = [served, ended].find((code) => existsSync(code))
const script = new Script(`(function (exports, require, module) {${readFileSync(file, "latin1")}\n})`, {
  filename: file,
  ...(known && { cachedData: readFileSync(known) })
})

const keepAs = (code) => () => {
  if (existsSync(code)) return
  try {
    writeFileSync(`${code}.${process.pid}`, script.createCachedData())
    renameSync(`${code}.${process.pid}`, code)
  } catch {
    // A process that may not write large files, as some tests start them, leaves it to another one.
  }
}
if (known === undefined) process.on("exit", keepAs(ended))
// No command but a server runs for so long. Unit: milliseconds.
if (known !== served) setTimeout(keepAs(served), 1500).unref()
script.runInThisContext()(exports, require, module)
