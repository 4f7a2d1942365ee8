import * as Effect from "effect/Effect"
import * as Disk from "/tmp/wt/recon/packages/simulation/src/Disk.js"
import { run } from "/tmp/wt/recon/packages/simulation/src/Run.js"
const image = Effect.runSync(Disk.image)
const all: Array<ReadonlyArray<ReadonlyArray<string>>> = []
for (let seed = 715; seed < 1000; seed++) {
  const r = run(image, seed, { regime: "estranged" })
  if (r.violation) console.log("VIOLATION", seed, r.violation)
  all.push(r.stops)
}
const best: Array<[number, number, number]> = []
for (let i = 0; i < all.length; i++) {
  const stood: Array<ReadonlyArray<string>> = []
  let j = i
  for (; stood.length < 200 && j < all.length; j++) stood.push(...all[j]!)
  if (stood.length >= 200 && new Set(stood.flat()).size === 8) best.push([715 + i, j - i, stood.length])
}
best.sort((a, b) => a[1] - b[1])
console.log(best.slice(0, 10))
