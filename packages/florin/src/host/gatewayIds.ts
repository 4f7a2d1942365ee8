import * as Effect from "effect/Effect"
import { OptionRefused, type Real, type Simulated } from "./options.js"

const repeated = (option: string, ports: ReadonlyArray<{ readonly gatewayId: number }> = []) => {
  const index = ports.findIndex(({ gatewayId }, at) => ports.findIndex((other) => other.gatewayId === gatewayId) < at)
  return index === -1
    ? undefined
    : new OptionRefused({ option: `${option}[${index}].gatewayId`, expected: "is the id of another one of the list" })
}

/** `"1"` is another id than `1` in a process, and the same in a database. */
const notWhole = (option: string, ports: ReadonlyArray<{ readonly gatewayId: unknown }> = []) => {
  const index = ports.findIndex(({ gatewayId }) => !Number.isSafeInteger(gatewayId))
  return index === -1
    ? undefined
    : new OptionRefused({ option: `${option}[${index}].gatewayId`, expected: "must be a whole number" })
}

/**
 * Refuses two acquirers, or two providers, under one id. A transaction finds the one that has its money by it, and the
 * first of two would be asked for what the other has, a simulated one for real money.
 */
export const gatewayIds = (
  options: Pick<Simulated, "sandbox"> | Pick<Real, "sandbox" | "acquirers" | "transferProviders">
): Effect.Effect<void, OptionRefused> => {
  if (options.sandbox === true) return Effect.void
  const other = notWhole("acquirers", options.acquirers) ?? notWhole("transferProviders", options.transferProviders)
  if (other !== undefined) return other
  const fault = repeated("acquirers", options.acquirers) ?? repeated("transferProviders", options.transferProviders)
  return fault ?? Effect.void
}
