/**
 * The acquirer's side: a ledger outside the processes that are killed. It is idempotent by key, it answers for every
 * key it has seen, and it may be slow, lose answers or lose requests.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import { type Request, type Response, serve } from "./internal/loopback.js"
import { Asked, asker, inFlightWindow } from "./RemoteAcquirer.js"

/** A line of the ledger. */
export interface Entry extends Asked {
  readonly approved: boolean
  /** Unit: milliseconds since 1970. */
  readonly at: number
}

/** How one request is treated. Durations are in milliseconds. */
export interface Manner {
  /** How long it takes until the ledger is written. */
  readonly before: number
  /** Whether it is written at all. */
  readonly isRecorded: boolean
  readonly approves: boolean
  /** How long it takes from there until the answer. */
  readonly after: number
  /** Whether there is an answer, or the connection is cut: at once, while the request is still on its way, or then. */
  readonly answers: "then" | "never" | "cut-at-once"
}

/** At once, approved and answered. */
export const prompt: Manner = { before: 0, isRecorded: true, approves: true, after: 0, answers: "then" }

const millis = (most: number) => Random.nextIntBetween(0, most)

/**
 * Mostly prompt; sometimes slow before or after the ledger is written, with the answer or the request lost, or the
 * request so late that a question about it is answered `404` meanwhile; sometimes declined.
 */
export const moody: Effect.Effect<Manner> = Effect.gen(function* () {
  const mood = yield* millis(20)
  if (mood < 3) return { ...prompt, before: yield* millis(800) }
  if (mood < 6) return { ...prompt, after: yield* millis(800) }
  if (mood < 7) return { ...prompt, answers: "never" }
  if (mood < 8) return { ...prompt, before: 2500, answers: "cut-at-once" }
  if (mood < 9) return { ...prompt, isRecorded: false, answers: "never" }
  if (mood < 11) return { ...prompt, approves: false }
  return prompt
})

/** A process asked for a key, or about it. */
export interface Visit {
  readonly key: string
  readonly pid: number
  /** Unit: milliseconds since 1970. */
  readonly at: number
  /** When it was answered, or not answered any more. */
  until: number | undefined
}

export interface Acquirer {
  readonly url: string
  readonly entries: () => ReadonlyArray<Entry>
  readonly visits: () => ReadonlyArray<Visit>
}

const decode = Schema.decode(Schema.parseJson(Asked))

const found = (entry: Entry | undefined): Response =>
  entry === undefined ? { status: 404, body: {} } : { status: 200, body: { approved: entry.approved } }

const charges: ReadonlyArray<string> = ["authorization", "payment", "tokenization"]

/** A charge can be taken back. What has been captured, voided, given back or paid out can't. */
const canTakeBack = (parent: Entry | undefined): boolean => parent === undefined || charges.includes(parent.kind)

/** Answers until the scope ends. */
export const make = (manner: (asked: Asked) => Effect.Effect<Manner>): Effect.Effect<Acquirer, never, Scope.Scope> =>
  Effect.gen(function* () {
    const scope = yield* Effect.scope
    const ledger = new Map<string, Entry>()
    const visits: Array<Visit> = []

    const record = Effect.fnUntraced(function* (asked: Asked, { answers, approves, before, isRecorded }: Manner) {
      const askedAt = yield* Clock.currentTimeMillis
      yield* Effect.sleep(before)
      // Where the call is over, it keeps its word also in a process too busy for its timers: what is late is not recorded.
      const took = (yield* Clock.currentTimeMillis) - askedAt
      const isTooLate = answers === "cut-at-once" && took > Duration.toMillis(inFlightWindow)
      if (!isRecorded || isTooLate || ledger.has(asked.key)) return
      const approved = approves && (asked.kind !== "void" || canTakeBack(ledger.get(asked.parent ?? "")))
      ledger.set(asked.key, { ...asked, approved, at: yield* Clock.currentTimeMillis })
    })

    const perform = Effect.fnUntraced(function* (asked: Asked) {
      const how = yield* manner(asked)
      if (how.answers === "cut-at-once") return yield* Effect.as(Effect.forkIn(record(asked, how), scope), undefined)
      yield* record(asked, how)
      yield* Effect.sleep(how.after)
      return how.answers === "then" ? found(ledger.get(asked.key)) : undefined
    })

    const receive = Effect.fnUntraced(function* ({ body, headers, method, path }: Request) {
      const asked = method === "POST" ? yield* Effect.orDie(decode(body)) : undefined
      const key = asked?.key ?? path.slice("/entries/".length)
      const visit: Visit = { key, pid: Number(headers[asker]), at: yield* Clock.currentTimeMillis, until: undefined }
      visits.push(visit)
      const response = asked === undefined ? found(ledger.get(key)) : yield* perform(asked)
      visit.until = yield* Clock.currentTimeMillis
      return response
    })

    const url = yield* serve(receive)
    return { url, entries: () => [...ledger.values()], visits: () => visits }
  })
