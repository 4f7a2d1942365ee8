/**
 * Commits of several MiB. SQLite copies its log into the database in the commit that makes it long enough; after some
 * documents that takes longer than other requests may wait. So such a commit leaves the log as it is, and a turn of the
 * event loop of its own copies it.
 */
import type { Log } from "../Database.js"

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
