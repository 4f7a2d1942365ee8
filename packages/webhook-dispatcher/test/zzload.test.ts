import { it } from "@effect/vitest"
import * as Resolver from "@florin/webhook-dispatcher/Resolver"
import * as Sender from "@florin/webhook-dispatcher/Sender"
import * as WebhookSettings from "@florin/webhook-dispatcher/WebhookSettings"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { readFileSync } from "node:fs"
it.scopedLive("load", () => Effect.gen(function* () {
  const p = JSON.parse(readFileSync("/tmp/wh/ports.json", "utf8"))
  const s = yield* Sender.Sender
  const kinds = [`http://N.example:${p.hang}/`, `http://N.example:${p.drip}/`, `https://N.example:${p.tls}/`, `http://N.example:${p.endless}/`, `http://N.example:1/`]
  for (const [n, conc] of [[1000, 64], [1000, 64], [1000, 64], [1000, "unbounded"], [1000, "unbounded"], [1000, "unbounded"]] as const) {
    yield* Effect.sleep(100)
    ;(globalThis as any).gc?.()
    const before = process.memoryUsage().rss
    const start = performance.now()
    let peak = 0
    const bad = yield* Effect.fork(Effect.forEach(Array.from({ length: n }, (_, i) => i), (i) => Effect.map(s.post({ url: kinds[i % kinds.length]!.replace("N", `n${i}`), headers: {}, body: "{}", timeLimit: Duration.millis(conc === 64 ? 500 : 3000) }), o => o._tag === "Unanswered" ? o.reason : o._tag), { concurrency: conc }))
    const lat: number[] = []
    while (bad.unsafePoll() === null) { const t = performance.now(); yield* s.post({ url: `http://127.0.0.1:${p.good}/`, headers: {}, body: "{}", timeLimit: Duration.seconds(15) }); lat.push(performance.now() - t); peak = Math.max(peak, process.memoryUsage().rss); yield* Effect.sleep(60) }
    const outs = yield* Fiber.join(bad)
    const took = Math.round(performance.now() - start)
    const count: Record<string, number> = {}; for (const o of outs) count[o] = (count[o] ?? 0) + 1
    ;(globalThis as any).gc?.()
    console.log(n, conc, "bad took", took, "good max ms", Math.round(Math.max(...lat)), "median", lat.sort((a, b) => a - b)[lat.length >> 1]!.toFixed(1), JSON.stringify(count), "rss MB", Math.round(before / 1e6), Math.round(peak / 1e6), Math.round(process.memoryUsage().rss / 1e6), "heap", Math.round(process.memoryUsage().heapUsed / 1e6), "tcp", (process as any).getActiveResourcesInfo().filter((x: string) => /TCP/.test(x)).length)
  }
}).pipe(Effect.provide(Sender.layer.pipe(Layer.provide(WebhookSettings.layer({ allowHttp: true, allowLoopback: true })), Layer.provide(Layer.succeed(Resolver.Resolver, () => Effect.succeed(["127.0.0.1"])))))), 120000)
