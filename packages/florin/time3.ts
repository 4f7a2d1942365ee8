import * as SqliteMemory from "@florin/storage-sqlite/SqliteMemory"
import * as Effect from "effect/Effect"
import * as Scope from "effect/Scope"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import { testFlorin } from "./src/testFlorin.js"
const cpu = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000 }
const timed = async (name: string, f: () => Promise<unknown>) => { const [b, c] = [performance.now(), cpu()]; const r = await f(); console.log(name, (performance.now() - b).toFixed(1), "cpu", (cpu() - c).toFixed(1)); return r }
if (process.argv[2] === "store") {
  let image: any
  for (let i = 0; i < 3; i++) await timed("open+migrate+close", () => Effect.runPromise(Effect.scoped(Effect.gen(function*(){ const s = yield* SqliteMemory.make(); yield* Layer.build(s.layer); image = s.image() }))))
  for (let i = 0; i < 3; i++) await timed("open image+close", () => Effect.runPromise(Effect.scoped(Effect.gen(function*(){ const s = yield* SqliteMemory.make(image); yield* Layer.build(s.layer) }))))
} else for (let i = 0; i < 6; i++) { const f: any = await timed("testFlorin", () => testFlorin({})); await f.close() }
