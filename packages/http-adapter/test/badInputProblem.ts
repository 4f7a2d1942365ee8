/** What is wrong with the answer to a bad request: nothing, or a sentence. */
import * as Effect from "effect/Effect"
import type { Case } from "./badInput.js"
import type { asker } from "./server.js"

export const problem = (ask: ReturnType<typeof asker>, { canary, path, what, ...sent }: Case) =>
  Effect.map(Effect.timeout(ask(path, sent), "20 seconds"), ({ headers, status, text }) => {
    const said = `${sent.method} ${path.slice(0, 80)}: ${what}: ${status} ${text.slice(0, 200)}`
    if (status >= 500) return [said]
    if (headers["x-content-type-options"] !== "nosniff") return [`without headers: ${said}`]
    // What was processed is echoed (D9); what was refused is not.
    const echoed = status !== 200 && (text + JSON.stringify(headers)).includes(canary)
    return echoed ? [`echoed: ${said}`] : []
  }).pipe(Effect.catchAll((error) => Effect.succeed([`${sent.method} ${path}: ${what}: ${String(error)}`])))
