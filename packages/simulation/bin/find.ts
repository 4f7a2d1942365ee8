import * as Effect from "effect/Effect"
import * as Disk from "../src/Disk.js"
import { run } from "../src/Run.js"
const image = Effect.runSync(Disk.image)
const all: Array<ReadonlyArray<ReadonlyArray<string>>> = []
const [from, to] = [1, 500]
for (let seed = from; seed < to; seed++) {
  const r = run(image, seed, { regime: "estranged" })
  if (r.violation) console.log("VIOLATION", seed, r.violation)
  all.push(r.stops)
}
const best: Array<[number, number, number]> = []
for (let i = 0; i < all.length; i++) {
  const stood: Array<ReadonlyArray<string>> = []
  let j = i
  for (; stood.length < 400 && j < all.length; j++) stood.push(...all[j]!)
  if (stood.length >= 400 && new Set(stood.flat()).size === 8) best.push([from + i, j - i, stood.length])
}
best.sort((a, b) => a[1] - b[1])
console.log(JSON.stringify(best.slice(0, 10)))
