/** What a receiver has acted on, so that it acts once and never on an older state after a newer one. */
import type { WebhookEventBase } from "./events.js"

/**
 * Where a host remembers what it has acted on. `Transaction` is what `handle` writes with, where the host's database
 * has transactions.
 */
export interface Seen<Transaction = void> {
  /**
   * Calls `work` if the event is newer than what its subject's last `work` was called for, and remembers the event. Does
   * nothing otherwise. If `work` throws or rejects, nothing is remembered, and the caller gets the error: the event comes
   * again. Two calls for one subject run one after the other.
   */
  readonly claim: (event: WebhookEventBase, work: (transaction: Transaction) => unknown) => unknown
}

/**
 * Whether an event is about a newer state. Of two events about one state, which are sent when a merchant has one
 * repeated, the later one is newer.
 */
export const isNewer = (event: WebhookEventBase, than: WebhookEventBase | undefined): boolean =>
  than === undefined || event.sequence > than.sequence || (event.sequence === than.sequence && event.id > than.id)

/** Remembers as long as the process runs, for tests: what comes again after a restart is acted on again. */
export const seenInMemory = (): Seen => {
  const last = new Map<string, WebhookEventBase>()
  const turns = new Map<string, Promise<unknown>>()
  return {
    claim: (event, work) => {
      const { subject } = event
      const turn = (turns.get(subject) ?? Promise.resolve()).then(async () => {
        if (!isNewer(event, last.get(subject))) return
        await work()
        last.set(subject, event)
      })
      turns.set(
        subject,
        turn.catch(() => undefined)
      )
      return turn
    }
  }
}
