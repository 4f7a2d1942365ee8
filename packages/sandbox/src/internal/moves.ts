import { keptFor } from "@florin/core/idempotency/IdempotencyKey"
import { AcquirerKey } from "@florin/core/ids/Ids"
import type { StorageError } from "@florin/core/store/StorageError"
import type * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { Kept } from "../Records.js"
import type { SandboxDatabase } from "../SandboxDatabase.js"

/** A move that was begun under a name. `ran`: the number of jobs that ran; undefined: it is not over. */
export interface Begun {
  readonly to: DateTime.Utc
  readonly ran: number | undefined
}

/** The record of a name in the sandbox's books. `at`: when the move began, in real time. In epoch milliseconds. */
interface Request {
  readonly to: number
  readonly at: number
}

const keyOf = (name: string): AcquirerKey => AcquirerKey.make(`clock ${name}`)

const begunIn = ({ answer, request }: Kept, realNow: number): Begun | undefined => {
  if (request === null) return undefined
  const { at, to }: Request = JSON.parse(request)
  if (at < realNow - Duration.toMillis(keptFor)) return undefined
  return { to: DateTime.unsafeMake(to), ran: answer === null ? undefined : JSON.parse(answer) }
}

/**
 * The moves of the clock by name. They are kept by real time: a move may be longer than what is kept by the clock that it
 * moves. Source: D13, D38.
 */
export const moves = ({ kept, record }: Context.Tag.Service<SandboxDatabase>, realNow: Effect.Effect<number>) => ({
  begun: Effect.fnUntraced(function* (name: string) {
    const found = yield* kept(keyOf(name))
    return found && begunIn(found, yield* realNow)
  }),
  /** Keeps where a move goes before it begins, and how much ran once it is over. */
  keep: (name: string, { ran, to }: Begun): Effect.Effect<void, StorageError> =>
    Effect.flatMap(realNow, (at) =>
      record({ key: keyOf(name) }, () => ({
        result: undefined,
        booking: {
          kept: {
            request: JSON.stringify({ to: to.epochMillis, at } satisfies Request),
            answer: ran === undefined ? null : JSON.stringify(ran)
          }
        }
      }))
    )
})
