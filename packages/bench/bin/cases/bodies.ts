/** The CPU that one body can cost before it is refused or taken. Source: D42. */
import * as Errors from "@florin/wire/Errors"
import * as Requests from "@florin/wire/Requests"
import * as Either from "effect/Either"
import { warmUp } from "../measure.js"
import { body } from "../orders.js"
import { single } from "../report.js"
import { shapes } from "../shapes.js"

const { authorization, capture, credit, payout, refund, tokenization } = Requests
const decoders: Readonly<Record<string, Requests.Decoder<unknown>>> = {
  authorization,
  tokenization,
  capture,
  refund,
  credit,
  payout
}

/** Unit: milliseconds. */
const demanded = 50

/** From the text to the members that nobody knows, and to the body of the answer where it is refused. */
const validate = (decode: Requests.Decoder<unknown>, text: string): void => {
  const document: unknown = JSON.parse(text)
  Either.mapLeft(decode(document), ({ errors }) => Errors.invalidRequest(errors))
  decode.unknownMembers(document)
}

/** Unit: milliseconds of CPU. */
const cost = (decode: Requests.Decoder<unknown>, text: string): number => {
  const before = process.cpuUsage()
  validate(decode, text)
  const { system, user } = process.cpuUsage(before)
  return (system + user) / 1000
}

interface Cost {
  readonly name: string
  readonly first: number
  readonly best: number
}

const worst = (costs: ReadonlyArray<Cost>, of: "first" | "best"): Cost =>
  costs.reduce((left, right) => (right[of] > left[of] ? right : left))

export const bodies = async (scale: number): Promise<string> => {
  const ordinary = JSON.stringify(body(1))
  for (let number = 0; number < Math.ceil(warmUp * scale); number++) {
    for (const decode of Object.values(decoders)) validate(decode, ordinary)
  }
  globalThis.gc?.()
  const costs = Object.entries(shapes).flatMap(([shape, text]) =>
    Object.entries(decoders).map(([operation, decode]): Cost => {
      const [first = 0, ...others] = Array.from({ length: 3 }, () => cost(decode, text))
      return { name: `${shape}, as ${operation}`, first, best: Math.min(first, ...others) }
    })
  )
  const row = (of: "first" | "best", which: string): string => {
    const found = worst(costs, of)
    return single({
      what: `a body of 64 KiB, ${Object.keys(shapes).length} shapes for ${Object.keys(decoders).length} operations, ${which}`,
      value: `the worst took ${found[of].toFixed(1)} ms of CPU (${found.name})`,
      demanded: `≤ ${demanded} ms`,
      reached: found[of] <= demanded
    })
  }
  return [row("best", "each one's best of three"), row("first", "each one's first")].join("\n")
}
