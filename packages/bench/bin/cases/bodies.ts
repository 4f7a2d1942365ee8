/** The CPU that one body can cost before it is refused or taken. Source: D42. */
import * as Errors from "@florin/wire/Errors"
import * as Requests from "@florin/wire/Requests"
import * as Either from "effect/Either"
import { warmUp } from "../measure.js"
import { body } from "../orders.js"
import { single } from "../report.js"
import { shapes } from "../shapes.js"

const { authorization, capture, credit, payout, refund, tokenization } = Requests
const decoders = { authorization, tokenization, capture, refund, credit, payout }

/** Unit: milliseconds. */
const demanded = 50

/**
 * From the text to the members that nobody knows, and to the body of the answer where it is refused. Unit: milliseconds
 * of CPU.
 */
const cost = (decode: Requests.Decoder<unknown>, text: string): number => {
  const before = process.cpuUsage()
  const document: unknown = JSON.parse(text)
  Either.mapLeft(decode(document), ({ errors }) => Errors.invalidRequest(errors))
  decode.unknownMembers(document)
  const { system, user } = process.cpuUsage(before)
  return (system + user) / 1000
}

export const bodies = async (scale: number): Promise<string> => {
  const ordinary = JSON.stringify(body(1))
  for (let number = 0; number < Math.ceil(warmUp * scale); number++) {
    for (const decode of Object.values(decoders)) cost(decode, ordinary)
  }
  globalThis.gc?.()
  const costs = Object.entries(shapes).flatMap(([shape, text]) =>
    Object.entries(decoders).map(([operation, decode]) => {
      const tries = Array.from({ length: 3 }, () => cost(decode, text))
      return { name: `${shape}, as ${operation}`, first: tries[0]!, best: Math.min(...tries) }
    })
  )
  const what = `a body of 64 KiB, ${Object.keys(shapes).length} shapes for ${Object.keys(decoders).length} operations`
  const row = (of: "first" | "best", which: string): string => {
    const worst = costs.reduce((left, right) => (right[of] > left[of] ? right : left))
    const value = `the worst took ${worst[of].toFixed(1)} ms of CPU (${worst.name})`
    return single(`${what}, ${which}`, value, `≤ ${demanded} ms`, worst[of] <= demanded)
  }
  return [row("best", "each one's best of three"), row("first", "each one's first")].join("\n")
}
