/**
 * The one place where a request becomes a running effect.
 */
import * as Exit from "effect/Exit"
import * as Runtime from "effect/Runtime"
import type { Adapter, HttpAdapter } from "../HttpAdapter.js"
import type { Incoming, Outgoing } from "../Incoming.js"

/**
 * Nothing interrupts it: a payment that was accepted runs to its end, whether or not the client still listens.
 */
export const start = (
  runtime: Runtime.Runtime<HttpAdapter>,
  adapter: Adapter,
  incoming: Incoming,
  onAnswer: (answer: Outgoing | undefined) => void
): void => {
  Runtime.runCallback(runtime)(adapter.respond(incoming), {
    onExit: (exit) => onAnswer(Exit.isSuccess(exit) ? exit.value : undefined)
  })
}
