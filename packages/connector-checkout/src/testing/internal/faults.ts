/** What goes wrong between the vendor and whoever asks it. */

/**
 * - `request-lost`, `answer-lost`: the connection is cut before, or after the work
 * - `slow`: two seconds before the work, in which its key is in use
 * - `html`, `html-done`: a page in place of JSON, before or after the work
 * - `too-many-requests`: 429 with `Retry-After`, before the work
 * - `error`, `error-done`: 500, before or after the work. No key keeps it
 */
export type Fault =
  | "request-lost"
  | "answer-lost"
  | "slow"
  | "html"
  | "html-done"
  | "too-many-requests"
  | "error"
  | "error-done"

/** Whom a fault meets. */
export interface Aim {
  /** How many requests. Default: 1. */
  readonly times?: number
  /** Default: `POST`. */
  readonly method?: "GET" | "POST"
  /** Only paths that hold this text, such as `/captures`. Default: all. */
  readonly path?: string
}

interface Waiting {
  readonly fault: Fault
  readonly method: "GET" | "POST"
  readonly path: string
  left: number
}

/** Faults that wait for their requests, in the order in which they were dialled. */
export const make = () => {
  const waiting: Array<Waiting> = []
  return {
    dial: (fault: Fault, { method = "POST", path = "", times = 1 }: Aim): void => {
      waiting.push({ fault, method, path, left: times })
    },
    take: (method: string, path: string): Fault | undefined => {
      const found = waiting.find((one) => one.left > 0 && one.method === method && path.includes(one.path))
      if (found !== undefined) found.left -= 1
      return found?.fault
    }
  }
}

export type Faults = ReturnType<typeof make>
