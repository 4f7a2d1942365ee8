import { Buffer } from "node:buffer"
import type { Pool, Dispatcher as Undici } from "undici"

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
export const begin = (pool: Pool, options: Undici.DispatchOptions, limit: number, listener: Listener): Exchange => {
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
