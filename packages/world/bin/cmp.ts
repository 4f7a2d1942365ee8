import * as Disk from "../src/Disk.js"
import { runNow } from "../src/internal/running.js"
import { run } from "../src/Run.js"

const image = runNow(Disk.image)
const s = Number(process.argv[2])
const n = Number(process.argv[3] ?? 3)
const first = run(image, s).trace
for (let i = 1; i <= n; i++) {
  run(image, s + 1000 + i)
}
const again = run(image, s).trace
const at = again.findIndex((line, i) => line !== first[i])
console.log(
  first.length,
  again.length,
  at,
  at < 0
    ? "same"
    : `\n${first.slice(Math.max(0, at - 3), at + 3).join("\n")}\n---\n${again.slice(Math.max(0, at - 3), at + 3).join("\n")}`
)
