/**
 * Commits of several MiB. SQLite copies its log into the database in the commit that makes it long enough; after some
 * documents that takes longer than other requests may wait. So such a commit leaves the log as it is, and a turn of the
 * event loop of its own copies it.
 */
import type { Write } from "@florin/core/store/Write"
import type { Log } from "../Database.js"
import type { Step } from "./statements.js"

/** The steps of writes, and whether any of them was large since that was last asked. */
export const watched = (stepsOf: (write: Write) => ReadonlyArray<Step>) => {
  let isLarge = false
  return {
    stepsOf: (write: Write): ReadonlyArray<Step> => {
      if (write._tag === "InsertDocument") isLarge = true
      return stepsOf(write)
    },
    wasLarge: (): boolean => {
      const was = isLarge
      isLarge = false
      return was
    }
  }
}

/** What waits for the writer, and holds it from `enter` until `leave`. */
interface Queue {
  readonly add: (waiting: { readonly enter: () => void }) => void
  readonly leave: () => void
}

export const copyingLater =
  ({ add, leave }: Queue) =>
  (log: Log): void => {
    const enter = () => {
      try {
        log.copy()
      } catch {
        // A later commit copies it.
      }
      leave()
    }
    add({ enter })
  }
