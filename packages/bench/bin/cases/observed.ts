/** What spans cost: nothing while nobody listens. */
import { dirname, join } from "node:path"
import * as Layer from "effect/Layer"
import * as Tracer from "effect/Tracer"
import * as Florin from "../florin.js"
import { warmUp } from "../measure.js"
import { answering, newFile } from "../places.js"
import { contest } from "../report.js"
import { side } from "./http.js"

/** A tracer that counts. What it does with a span is its own cost. */
const counting = () => {
  let spans = 0
  answering("spans", () => spans)
  return Tracer.make({
    span: (name, parent, context, links, startTime, kind) => {
      const number = (++spans).toString(16)
      return {
        ...{ _tag: "Span", name, parent, context, kind, links, sampled: true, attributes: new Map() },
        ...{ spanId: number.padStart(16, "0"), traceId: number.padStart(32, "0") },
        status: { _tag: "Started", startTime },
        ...{ end: () => undefined, attribute: () => undefined, event: () => undefined, addLinks: () => undefined }
      }
    },
    context: (run) => run()
  })
}

/** What `serving` starts. */
export const listening = (filename: string): Promise<number> =>
  Florin.serve(Florin.sqlite(filename), Florin.oneShop, Layer.setTracer(counting()))

// Made by `bench.mjs` beside this program.
const untraced = join(dirname(process.argv[1]!), "untraced.mjs")

export const observed = async (scale: number): Promise<string> => {
  const [plain, stubbed, listening] = [
    await side("Florin, nobody listens", "florin", newFile()),
    await side("Florin without its spans", "florin", newFile(), untraced),
    await side("Florin, a tracer listens", "listening", newFile())
  ]
  const work = { warmUp: warmUp * scale, count: 4000 * scale }
  const what = "authorize over HTTP, SQLite FULL, 32 connections (CPU is the server's)"
  const unobserved = { what: `${what}, nobody listening`, sides: [plain, stubbed], rate: 0.95, cpu: 1.02, rounds: 21 }
  const observed = { what: `${what}, a tracer listening`, sides: [listening, plain], rate: 0.5 }
  const rows = [await contest({ ...work, ...unobserved }), await contest({ ...work, ...observed })]
  if (((await listening.ask("spans")) as number) < work.count) throw new Error("The tracer was told nothing")
  return rows.join("\n")
}
