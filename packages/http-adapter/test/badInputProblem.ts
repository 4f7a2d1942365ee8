/** What is wrong with the answer to a bad request: nothing, or a sentence. */
import * as Effect from "effect/Effect"
import type { Case } from "./badInput.js"
import type { asker } from "./server.js"

export const problem = (ask: ReturnType<typeof asker>, { canary, path, what, ...sent }: Case) =>
  Effect.map(Effect.timeout(ask(path, sent), "20 seconds"), ({ headers, status, text }) => {
    const reply = `${sent.method} ${path.slice(0, 80)}: ${what}: ${status} ${text.slice(0, 200)}`
    if (status >= 500) return [reply]
    if (headers["x-content-type-options"] !== "nosniff") return [`without headers: ${reply}`]
    // What was processed is echoed (D9); what was refused is not.
    const echoed = status !== 200 && (text + JSON.stringify(headers)).includes(canary)
    return echoed ? [`echoed: ${reply}`] : []
  }).pipe(Effect.catchAll((error) => Effect.succeed([`${sent.method} ${path}: ${what}: ${String(error)}`])))
