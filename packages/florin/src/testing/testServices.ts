/** Florin as a test runs it: in memory, on a clock that stands, with due work when it is asked for. */
import { LastId } from "@florin/core/ids/LastId"
import { MonotonicClock } from "@florin/core/time/MonotonicClock"
import * as Gateway from "@florin/gateway/Gateway"
import * as SandboxGateway from "@florin/gateway/SandboxGateway"
import { made, together } from "@florin/gateway/Wiring"
import type * as SandboxAcquirer from "@florin/sandbox/SandboxAcquirer"
import { SandboxDatabase } from "@florin/sandbox/SandboxDatabase"
import type { SqliteMemory } from "@florin/storage-sqlite/SqliteMemory"
import * as KeyProvider from "@florin/vault/KeyProvider"
import * as Vault from "@florin/vault/Vault"
import type { Sender } from "@florin/webhook-dispatcher/Sender"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { faces } from "../faces/faces.js"
import * as HostLog from "../host/hostLog.js"
import { approvals, operators, routing, zone } from "../host/optionLayers.js"
import type { Simulated } from "../host/options.js"
import * as Pages from "../host/pages.js"
import * as Parts from "../host/parts.js"

const key = (byte: number): string => Buffer.alloc(32, byte).toString("base64")

const ring = JSON.stringify({ current: "k1", keys: { k1: key(1) }, stamp: key(2) })

export interface Surroundings {
  readonly store: SqliteMemory
  readonly books: Context.Tag.Service<SandboxDatabase>
  readonly script: NonNullable<SandboxAcquirer.Options["script"]>
  readonly sender: Layer.Layer<Sender>
  readonly mailer: Layer.Layer<never>
  readonly listener: Layer.Layer<never>
}

/** Identifiers begin anew, and no lease ends: there is no other process. */
const alone = () =>
  Context.make(MonotonicClock, { unsafeNow: () => 0 }).pipe(Context.add(LastId, { millis: 0, count: 0 }))

/** As `making.ts`, in a test's surroundings. */
export const make = Effect.fnUntraced(function* (options: Simulated, surroundings: Surroundings) {
  const { books, listener, mailer, script, sender, store } = surroundings
  const shops = yield* Parts.shops(options)
  const { baseUrl } = options
  // Attempts come exactly when they are due, and handlers judge a signature by the machine's time.
  const webhooks = { ...SandboxGateway.webhooks, jitter: 0 }
  return yield* together(
    alone(),
    listener,
    HostLog.layer(),
    Pages.layer(options),
    yield* routing(options),
    yield* zone(options),
    yield* approvals(options),
    mailer,
    yield* operators(options),
    Context.make(SandboxDatabase, books),
    ...SandboxGateway.sandbox({ script }),
    made(KeyProvider.KeyProvider, KeyProvider.makeText(Redacted.make(ring))),
    store.make,
    Vault.make,
    shops,
    Effect.flatMap(Pages.framed, (framed) =>
      Gateway.makeOnDemand({ baseUrl, framed, sender, webhooks, reconciliation: "on-request" })
    ),
    SandboxGateway.routes,
    ...faces
  )
})
