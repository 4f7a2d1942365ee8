/**
 * Connections to receivers, each to an address that was checked, reused per receiver and bounded.
 *
 * @since 0.1.0
 */

import { isIPv6, type LookupFunction } from "node:net"
import { createSecureContext, type SecureContext } from "node:tls"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { Pool } from "undici"
import type { Target } from "../AddressGuard.js"
import type { Settings } from "../WebhookSettings.js"

type Bounds = Pick<
  Settings,
  "connectionsPerReceiver" | "receiversKept" | "certificates" | "deliveryTimeLimit" | "verificationTimeLimit"
>

interface Entry {
  readonly pool: Pool
  users: number
}

export interface Connections {
  /** Connections that later requests to the same receiver may reuse. */
  readonly shared: <A, E, R>(target: Target, use: (pool: Pool) => Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** A connection for this use alone: never one that the receiver may be closing at this instant. */
  readonly fresh: <A, E, R>(target: Target, use: (pool: Pool) => Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

/** Answers the checked addresses whatever it is asked: no second look-up can differ from the one that was checked. */
const pinned =
  (addresses: ReadonlyArray<string>): LookupFunction =>
  (_name, options, answer) => {
    const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }))
    if (options.all) answer(null, found)
    else answer(null, found[0]!.address, found[0]!.family)
  }

const open = (target: Target, bounds: Bounds, secureContext: SecureContext): Pool =>
  new Pool(target.url.origin, {
    connections: bounds.connectionsPerReceiver,
    pipelining: 1,
    allowH2: false,
    maxHeaderSize: 16_384,
    // A request that is given up does not end its connection's attempt: this does.
    connectTimeout: Duration.toMillis(Duration.min(bounds.deliveryTimeLimit, bounds.verificationTimeLimit)),
    // The sender's own time limit covers both, whatever it is set to.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { lookup: pinned(target.addresses), secureContext }
  })

const close = (pool: Pool): Effect.Effect<void> => Effect.promise(() => pool.destroy())

const keyOf = (target: Target): string => [target.url.origin, ...[...target.addresses].sort()].join(" ")

export const make = (bounds: Bounds): Effect.Effect<Connections, never, Scope.Scope> =>
  Effect.gen(function* () {
    // One for all: building it anew for every connection costs more than the rest of the connection.
    const trust = createSecureContext(bounds.certificates.length > 0 ? { ca: [...bounds.certificates] } : {})
    // In order of last use.
    const entries = new Map<string, Entry>()
    yield* Effect.addFinalizer(() => Effect.forEach(entries.values(), (entry) => close(entry.pool)))

    const take = (target: Target): Entry => {
      const key = keyOf(target)
      const entry = entries.get(key) ?? { pool: open(target, bounds, trust), users: 0 }
      entries.delete(key)
      entries.set(key, entry)
      entry.users += 1
      return entry
    }

    const surplus = (): ReadonlyArray<[string, Entry]> =>
      Array.from(entries)
        .filter(([, entry]) => entry.users === 0)
        .slice(0, Math.max(0, entries.size - bounds.receiversKept))

    const giveBack = (entry: Entry) =>
      Effect.suspend(() => {
        entry.users -= 1
        if (entries.size <= bounds.receiversKept) return Effect.void
        return Effect.forEach(
          surplus(),
          ([key, idle]) => {
            entries.delete(key)
            return close(idle.pool)
          },
          { discard: true }
        )
      })

    return {
      shared: (target, use) =>
        Effect.acquireUseRelease(
          Effect.sync(() => take(target)),
          (entry) => use(entry.pool),
          giveBack
        ),
      fresh: (target, use) =>
        Effect.acquireUseRelease(
          Effect.sync(() => open(target, bounds, trust)),
          use,
          close
        )
    }
  })
