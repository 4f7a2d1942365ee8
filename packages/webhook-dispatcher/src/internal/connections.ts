/**
 * Connections to receivers, each to an address that was checked, reused per receiver and bounded; and a request on one.
 */
import { Buffer } from "node:buffer"
import { isIPv6, type LookupFunction } from "node:net"
import { createSecureContext, type SecureContext } from "node:tls"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { Pool, type Dispatcher as Undici } from "undici"
import type { Target } from "../AddressGuard.js"
import type { Settings } from "../WebhookSettings.js"

type Bounds = Pick<
  Settings,
  "connectionsPerReceiver" | "receiversKept" | "certificates" | "deliveryTimeLimit" | "verificationTimeLimit"
>

interface Entry {
  readonly pool: Pool
  /** What uses a connection, and what waits for one. */
  users: number
  busy: number
  readonly waiting: Set<() => void>
}

/** A connection that nothing else uses. */
export interface Place {
  readonly pool: Pool
  /** The connection serves the request no more. */
  readonly left: () => void
  /** The request is over, whether its connection knows it or not. */
  readonly over: () => void
}

export interface Connections {
  /**
   * A connection that later requests to the same receiver may reuse. `use` is called as soon as there is one, at once
   * where one is free; what is returned gives up waiting for it.
   */
  readonly shared: (target: Target, use: (place: Place) => void) => () => void
  /** A connection for this use alone: never one that the receiver may be closing at this instant. */
  readonly fresh: (target: Target) => Place
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
    // One for all: building it anew for every connection costs more than the rest of the connection.
    const trust = createSecureContext(bounds.certificates.length > 0 ? { ca: [...bounds.certificates] } : {})
    const openTo = (target: Target) => open(target, bounds, trust)
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

/** The head of an answer. */
export interface Head {
  readonly status: number
  readonly retryAfter: string | undefined
}

/** How a request ended: `text` where the whole answer was read, `cause` where the connection was lost before that. */
export interface Ended {
  readonly head: Head | undefined
  readonly text: string | undefined
  readonly cause: unknown
}

export interface Listener {
  /** Called once, unless the request is given up before. */
  readonly ended: (ended: Ended) => void
  /** Called once the connection serves this request no more. */
  readonly left: () => void
}

export interface Exchange {
  /** The head of the answer, as soon as it is there. */
  readonly head: () => Head | undefined
  /** Gives the request up: its connection is closed. */
  readonly giveUp: () => void
}

const givenUp = new Error("The request was given up")

const headOf = (status: number, { "retry-after": retryAfter }: Undici.ResponseData["headers"]): Head => ({
  status,
  retryAfter: retryAfter === undefined ? undefined : String(retryAfter)
})

/** Sends a request and reads at most `limit` bytes of its answer; one that is longer has no text. */
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
      if (isOver) started.abort(givenUp)
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
