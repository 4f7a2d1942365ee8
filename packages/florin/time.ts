import { testFlorin } from "./src/testFlorin.js"
import { cards } from "./src/internal/testing/cards.js"
const took = []
for (let i = 0; i < 4; i++) {
  const begun = performance.now()
  const florin = await testFlorin({ migrate: "CREATE TABLE orders (id TEXT)" })
  const started = performance.now() - begun
  await florin.authorize({ amount: 100, card: cards.approved })
  const paid = performance.now() - begun
  await florin.clock.advance({ days: 7 })
  const ended = performance.now() - begun
  took.push([started, paid, ended].map((x) => x.toFixed(1)).join(" "))
  await florin.close()
}
console.log(took)
