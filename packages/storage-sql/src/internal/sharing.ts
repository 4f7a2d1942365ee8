import type { Read } from "@florin/core/store/Reads"
import type { Write } from "@florin/core/store/Write"

/**
 * What operations that share a transaction must not have in common. All of them read before any of them writes, so one
 * would decide without what the other has written.
 */
export type Claims = ReadonlySet<string>

const about = (shop: string, subject: string): string => `about ${shop} ${subject}`

/** A read of rows whose names are not known beforehand: its operation has a transaction of its own. */
const whole = "whole"

const claimedBy = (read: Read): string => {
  switch (read._tag) {
    case "Transaction":
      return about(read.shop, read.uid)
    case "ParentTotals":
      return about(read.shop, read.parent)
    case "Job":
    case "JobLock":
      return about(read.job.shop, read.job.subject)
    case "Waiting":
    case "Told":
      return about(read.shop, read.subject)
    case "Card":
      return about(read.shop, read.token)
    case "Notification":
      return about(read.shop, read.id)
    case "Duplicate":
      return `duplicate ${read.shop} ${read.fingerprint}`
    case "Key":
      return `key ${read.shop} ${read.key}`
    case "WaitingOf":
    case "Exhausted":
    case "Due":
    case "KeysBefore":
    case "Held":
    case "Workers":
      return whole
  }
}

const touchedBy = (write: Write): ReadonlyArray<string> => {
  switch (write._tag) {
    case "InsertTransaction":
    case "ReplaceTransaction":
      return [about(write.transaction.shop, write.transaction.uid)]
    case "AppendHistory":
      return [about(write.shop, write.uid)]
    case "InsertCard":
    case "ReplaceCard":
      return [about(write.card.shop, write.card.token)]
    case "EnqueueJob":
    case "HoldJob":
    case "ClaimJob":
    case "FinishJob":
    case "PostponeJob":
    case "KeepJob":
    case "ReleaseJob":
    case "CancelJob":
      return [about(write.job.shop, write.job.subject)]
    case "InsertNotification":
      return [
        about(write.notification.shop, write.notification.subject),
        about(write.notification.shop, write.notification.id)
      ]
    case "UpdateNotification":
      return [about(write.notification.shop, write.notification.id)]
    case "ClaimKey":
    case "KeepAnswer":
      return [`key ${write.shop} ${write.key}`]
    case "ForgetKeys":
      return write.keys.map(([shop, key]) => `key ${shop} ${key}`)
    // A heartbeat only adds to a number, and what ends a process is decided beside what is read of all.
    case "RegisterWorker":
    case "Heartbeat":
    case "DeregisterWorker":
    case "ReleaseOrphans":
      return []
  }
}

/** What a new row is found by, besides its own name. */
const addedTo = (write: Write): ReadonlyArray<string> => {
  if (write._tag !== "InsertTransaction") return []
  const { parentUid, shop } = write.transaction
  const alike = `duplicate ${shop} ${write.terms.fingerprint}`
  return parentUid === undefined ? [alike] : [alike, about(shop, parentUid)]
}

/** What is known before anything was read. */
export const claimsOf = (reads: ReadonlyArray<Read>): Claims => new Set(reads.map(claimedBy))

/** What an operation has read and is about to write. */
export interface Decided {
  readonly reads: ReadonlyArray<Read>
  readonly writes: ReadonlyArray<Write>
}

const meet = (left: Claims, right: Claims): boolean => {
  for (const name of left) if (right.has(name)) return true
  return false
}

/** Whether one of them writes what another has read or writes, so that it matters which of them comes first. */
export const collide = (all: ReadonlyArray<Decided>): boolean => {
  const claims = all.map(({ reads, writes }) => ({
    read: claimsOf(reads),
    written: new Set(writes.flatMap(touchedBy)),
    added: new Set(writes.flatMap(addedTo))
  }))
  return claims.some((one, index) =>
    claims.some(
      (other, place) =>
        index !== place &&
        (meet(one.written, other.read) || meet(one.written, other.written) || meet(one.added, other.read))
    )
  )
}

/** Puts what has nothing in common together, `most` at once, in the order in which it came. */
export const grouped = <A>(
  all: ReadonlyArray<A>,
  claims: (one: A) => Claims,
  most: number
): ReadonlyArray<ReadonlyArray<A>> => {
  const full: Array<Array<A>> = []
  const open: Array<{ readonly group: Array<A>; readonly taken: Set<string> }> = []
  for (const one of all) {
    const mine = claims(one)
    if (mine.has(whole) || most === 1) {
      full.push([one])
      continue
    }
    let place = open.findIndex(({ taken }) => !meet(mine, taken))
    if (place < 0) place = open.push({ group: [], taken: new Set() }) - 1
    const { group, taken } = open[place]!
    group.push(one)
    for (const name of mine) taken.add(name)
    if (group.length === most) full.push(...open.splice(place, 1).map(({ group }) => group))
  }
  return [...full, ...open.map(({ group }) => group)]
}

const ranks = ["Transaction", "ParentTotals", "Card", "Job", "Notification", "Waiting", "Told"]

const rankOf = ({ _tag }: Read): number => ranks.indexOf(_tag === "JobLock" ? "Job" : _tag)

/** Rows are locked in one order by all, or two would wait for each other. */
export const inLockOrder = <A extends { readonly read: Read }>(all: ReadonlyArray<A>): ReadonlyArray<A> =>
  all
    .map((one) => ({ one, rank: rankOf(one.read), name: claimedBy(one.read) }))
    .sort((left, right) => left.rank - right.rank || (left.name < right.name ? -1 : left.name > right.name ? 1 : 0))
    .map(({ one }) => one)
