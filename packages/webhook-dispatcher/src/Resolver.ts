/** Name resolution. */

import { Resolver as Dns } from "node:dns/promises"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/** The addresses of a name, in the order of use. Empty when the name has none or can't be resolved. */
export type Resolve = (name: string) => Effect.Effect<ReadonlyArray<string>>

const localhost = /^(?:.+\.)?localhost\.?$/i

const records = (ask: () => Promise<ReadonlyArray<string>>): Effect.Effect<ReadonlyArray<string>> =>
  Effect.orElseSucceed(Effect.tryPromise(ask), () => [])

// Not `dns.lookup`: it can't be cancelled, and an unresponsive name server blocks a thread of the pool that files and
// cryptography share.
const askNameServers: Resolve = (name) =>
  Effect.acquireUseRelease(
    Effect.sync(() => new Dns({ timeout: 2_000, tries: 2 })),
    (dns) =>
      Effect.map(
        Effect.all([records(() => dns.resolve4(name)), records(() => dns.resolve6(name))], { concurrency: 2 }),
        ([four, six]) => [...four, ...six]
      ),
    (dns) => Effect.sync(() => dns.cancel())
  )

/**
 * Resolves names. Tests replace it; a host may provide its own, for example one that reads `/etc/hosts`.
 *
 * Default: the machine's name servers, A and AAAA records; `localhost` resolves to this machine without a query.
 */
export class Resolver extends Context.Reference<Resolver>()("@florin/webhook-dispatcher/Resolver", {
  defaultValue: (): Resolve => (name) =>
    localhost.test(name) ? Effect.succeed(["127.0.0.1", "::1"]) : askNameServers(name)
}) {}
