/**
 * Bounded connection pools per receiver, connected to checked addresses only, and requests on them.
 */
import { Buffer } from "node:buffer"
import { isIPv6, type LookupFunction } from "node:net"
import { createSecureContext, type SecureContext } from "node:tls"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Pool, Dispatcher as Undici } from "undici"
import type { Target } from "../AddressGuard.js"
import type { Settings } from "../WebhookSettings.js"

type Bounds = Pick<
  Settings,
  "connectionsPerReceiver" | "receiversKept" | "certificates" | "deliveryTimeLimit" | "verificationTimeLimit"
>

interface Entry {
  readonly pool: Pool
  /** The number of requests that use or wait for a connection. */
  users: number
  busy: number
  readonly waiting: Set<() => void>
}

/** What checks the addresses that may be connected to. */
export type Guard = typeof import("../AddressGuard.js")

/** A connection that is reserved for one request. */
export interface Place {
  readonly pool: Pool
  /** Frees the connection. */
  readonly left: () => void
  /** Ends the request, whether or not its connection has been freed. */
  readonly over: () => void
}

export interface Connections {
  /**
   * Calls `use` once connections can be opened, synchronously except before the first: what opens them, and what checks to
   * which addresses, is loaded then. A process that sends no webhooks does without both.
   */
  readonly ready: (use: (guard: Guard) => void, failed: (cause: unknown) => void) => void
  /**
   * A connection that later requests to the same receiver may reuse. Calls `use` once a connection is free, possibly
   * synchronously. Returns a function that stops waiting.
   */
  readonly shared: (target: Target, use: (place: Place) => void) => () => void
  /** A new connection for a single request: a reused one might be closing on the receiver's side. */
  readonly fresh: (target: Target) => Place
}

/** Always returns the checked addresses, so that no second lookup can return different ones. */
const pinned =
  (addresses: ReadonlyArray<string>): LookupFunction =>
  (_name, options, answer) => {
    const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }))
    if (options.all) answer(null, found)
    else answer(null, found[0]!.address, found[0]!.family)
  }

type NewPool = (...of: ConstructorParameters<typeof Pool>) => Pool

const open = (newPool: NewPool, target: Target, bounds: Bounds, secureContext: SecureContext): Pool =>
  newPool(target.url.origin, {
    connections: bounds.connectionsPerReceiver,
    pipelining: 1,
    allowH2: false,
    maxHeaderSize: 16_384,
    // Cancelling a request doesn't abort its connection attempt; this timeout does.
    connectTimeout: Duration.toMillis(Duration.min(bounds.deliveryTimeLimit, bounds.verificationTimeLimit)),
    // The sender's time limit covers headers and body.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { lookup: pinned(target.addresses), secureContext }
  })

const ignored = (): void => undefined

const close = (pool: Pool): void => void pool.destroy().catch(ignored)

const keyOf = ({ addresses, url }: Target): string => [url.origin, ...[...addresses].sort()].join(" ")

// In order of last use.
const makeEntries = (bounds: Bounds, openTo: (target: Target) => Pool) => {
  const entries = new Map<string, Entry>()

  const closeSurplus = (): void => {
    for (const [key, entry] of entries) {
      if (entries.size <= bounds.receiversKept) return
      if (entry.users > 0) continue
      entries.delete(key)
      close(entry.pool)
    }
  }

  return {
    all: (): ReadonlyArray<Entry> => Array.from(entries.values()),
    take: (target: Target): Entry => {
      const key = keyOf(target)
      const entry = entries.get(key) ?? { pool: openTo(target), users: 0, busy: 0, waiting: new Set() }
      entries.delete(key)
      entries.set(key, entry)
      entry.users += 1
      return entry
    },
    giveBack: (entry: Entry): void => {
      entry.users -= 1
      if (entries.size > bounds.receiversKept) closeSurplus()
    }
  }
}

const once = (run: () => void): (() => void) => {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    run()
  }
}

export const make = (bounds: Bounds): Effect.Effect<Connections, never, Scope.Scope> =>
  Effect.gen(function* () {
    // Shared, because building it costs more than the rest of a connection; the usual one only once there is a receiver.
    const { certificates } = bounds
    let made = certificates.length > 0 ? createSecureContext({ ca: [...certificates] }) : undefined
    const trust = () => (made ??= createSecureContext())
    let loaded: { readonly newPool: NewPool; readonly guard: Guard } | undefined
    const loading = () =>
      Promise.all([import("undici"), import("../AddressGuard.js")]).then(([{ Pool }, guard]) => {
        loaded = { guard, newPool: (...of) => new Pool(...of) }
        return guard
      })
    const openTo = (target: Target) => open(loaded!.newPool, target, bounds, trust())
    const { all, giveBack, take } = makeEntries(bounds, openTo)
    yield* Effect.addFinalizer(() => Effect.promise(() => Promise.allSettled(all().map(({ pool }) => pool.destroy()))))

    const leave = (entry: Entry): void => {
      entry.busy -= 1
      for (const enter of entry.waiting) {
        entry.waiting.delete(enter)
        enter()
        break
      }
      giveBack(entry)
    }

    return {
      ready: (use, failed) => {
        if (loaded === undefined) loading().then(use, failed)
        else use(loaded.guard)
      },
      shared: (target, use) => {
        const entry = take(target)
        const enter = () => {
          entry.busy += 1
          use({ pool: entry.pool, left: once(() => leave(entry)), over: ignored })
        }
        if (entry.busy >= bounds.connectionsPerReceiver) entry.waiting.add(enter)
        else enter()
        return () => {
          if (entry.waiting.delete(enter)) giveBack(entry)
        }
      },
      fresh: (target) => {
        const pool = openTo(target)
        return { pool, left: ignored, over: once(() => close(pool)) }
      }
    }
  })

/** The head of a response. */
export interface Head {
  readonly status: number
  readonly retryAfter: string | undefined
}

/** The end of a request: `text` if the whole response was read, `cause` if the connection was lost before that. */
export interface Ended {
  readonly head: Head | undefined
  readonly text: string | undefined
  readonly cause: unknown
}

export interface Listener {
  /** Called once, unless the request is cancelled. */
  readonly ended: (ended: Ended) => void
  /** Called once, when the connection is free again. */
  readonly left: () => void
  /** Asked when a connection is there and the request is about to be written: what may not leave is cancelled. */
  readonly mayLeave?: (() => boolean) | undefined
}

export interface Exchange {
  /** The head of the response, once received. */
  readonly head: () => Head | undefined
  /** Cancels the request and closes its connection. */
  readonly giveUp: () => void
}

const givenUp = new Error("The request was cancelled")

const headOf = (status: number, { "retry-after": retryAfter }: Undici.ResponseData["headers"]): Head => ({
  status,
  retryAfter: retryAfter === undefined ? undefined : String(retryAfter)
})

/** Sends a request and reads at most `limit` bytes of the response. A longer response has no text. */
export const send = (pool: Pool, options: Undici.DispatchOptions, limit: number, listener: Listener): Exchange => {
  const chunks: Array<Buffer> = []
  let size = 0
  let head: Head | undefined
  let controller: Undici.DispatchController | undefined
  let isOver = false

  const end = (text: string | undefined, cause?: unknown): void => {
    if (isOver) return
    isOver = true
    listener.ended({ head, text, cause })
  }

  const giveUp = (): void => {
    isOver = true
    controller?.abort(givenUp)
  }

  pool.dispatch(options, {
    onRequestStart: (started) => {
      controller = started
      if (isOver || listener.mayLeave?.() === false) started.abort(givenUp)
    },
    onResponseStart: (_, status, headers) => {
      if (status >= 200) head = headOf(status, headers)
    },
    onResponseData: (_, chunk) => {
      size += chunk.length
      if (size <= limit) return void chunks.push(chunk)
      end(undefined)
      giveUp()
    },
    onResponseEnd: () => {
      listener.left()
      end(chunks.length === 0 ? "" : Buffer.concat(chunks, size).toString("utf8"))
    },
    onResponseError: (_, error) => {
      listener.left()
      end(undefined, error)
    }
  })

  return { head: () => head, giveUp }
}
