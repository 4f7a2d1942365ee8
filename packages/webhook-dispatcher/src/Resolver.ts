/** Which addresses a name has. */

import { Resolver as Dns } from "node:dns/promises"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/** The addresses of a name, in the order in which they are tried; none when it has none or they are not known. */
export type Resolve = (name: string) => Effect.Effect<ReadonlyArray<string>>

const localhost = /^(?:.+\.)?localhost\.?$/i

const records = (ask: () => Promise<ReadonlyArray<string>>): Effect.Effect<ReadonlyArray<string>> =>
  Effect.orElseSucceed(Effect.tryPromise(ask), () => [])

// Not `dns.lookup`: it occupies a thread of the pool that files and cryptography share for as long as a name server
// that does not answer takes, and it cannot be given up.
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
 * Looks names up. A test plays the name servers; a host may bring its own, for instance one that knows `/etc/hosts`.
 *
 * Default: the machine's name servers, A and AAAA; `localhost` is this machine without asking anyone.
 */
export class Resolver extends Context.Reference<Resolver>()("@florin/webhook-dispatcher/Resolver", {
  defaultValue: (): Resolve => (name) =>
    localhost.test(name) ? Effect.succeed(["127.0.0.1", "::1"]) : askNameServers(name)
}) {}
