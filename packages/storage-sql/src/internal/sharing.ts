import type { Read } from "@florin/core/commits/Reads"
import type { Write } from "@florin/core/commits/Write"
import { unkeyed } from "@florin/core/operations/Accepting"

/**
 * Names of rows that an operation reads. Operations in one transaction must have disjoint claims: all of them read
 * before any of them writes, so an operation would decide on rows that another one is about to change.
 */
export type Claims = ReadonlySet<string>

const about = (shop: string, subject: string): string => `about ${shop} ${subject}`

/** Claimed by reads whose rows are not known in advance; their operations don't share a transaction. */
const whole = "whole"

const claimedBy = (read: Read): string => {
  switch (read._tag) {
    case "Transaction":
      return about(read.shop, read.uid)
    case "Subscription":
    case "SubscriptionVersion":
      return about(read.shop, read.id)
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
    case "InsertPlan":
      return [about(write.plan.shop, write.plan.id)]
    case "InsertCustomer":
      return [about(write.customer.shop, write.customer.id)]
    case "InsertSubscription":
    case "ReplaceSubscription":
      return [about(write.subscription.shop, write.subscription.id)]
    case "InsertCard":
    case "ReplaceCard":
      return [about(write.card.shop, write.card.token)]
    case "InsertDocument":
      return [about(write.document.shop, write.document.proof)]
    case "KeepEvidence":
    case "SettleEvidence":
      return [about(write.shop, write.uid)]
    case "EnqueueJob":
    case "HoldJob":
    case "ClaimJob":
    case "FinishJob":
    case "PostponeJob":
    case "ParkJob":
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
    case "MarkKey":
    case "KeepAnswer":
      return [`key ${write.shop} ${write.key}`]
    case "ForgetKeys":
      return write.keys.map(([shop, key]) => `key ${shop} ${key}`)
    // A heartbeat only increments a counter. Operations that end a worker read all workers, so they claim `whole`.
    case "RegisterWorker":
    case "Heartbeat":
    case "DeregisterWorker":
    case "ReleaseOrphans":
      return []
  }
}

/** The other names under which reads find a new row. */
const addedTo = (write: Write): ReadonlyArray<string> => {
  if (write._tag !== "InsertTransaction") return []
  const { parentUid, shop } = write.transaction
  const alike = `duplicate ${shop} ${unkeyed(write.terms.fingerprint)}`
  return parentUid === undefined ? [alike] : [alike, about(shop, parentUid)]
}

/** The claims of an operation's reads, known before they run. */
export const claimsOf = (reads: ReadonlyArray<Read>): Claims => new Set(reads.map(claimedBy))

/** The reads of an operation and the writes it decided on. */
export interface Decided {
  readonly reads: ReadonlyArray<Read>
  readonly writes: ReadonlyArray<Write>
}

const meet = (left: Claims, right: Claims): boolean => {
  for (const name of left) if (right.has(name)) return true
  return false
}

/** Names, with the operation that uses each; `several` if it is more than one. */
type Users = Map<string, number>

const several = -1

const isOthers = (users: Users, name: string, index: number): boolean => {
  const user = users.get(name)
  return user !== undefined && user !== index
}

const readersOf = (all: ReadonlyArray<Decided>): Users => {
  const readers: Users = new Map()
  for (const [index, { reads }] of all.entries()) {
    for (const read of reads) {
      const name = claimedBy(read)
      readers.set(name, isOthers(readers, name, index) ? several : index)
    }
  }
  return readers
}

/** Whether an operation writes rows that another one reads or writes, so that their order matters. */
export const collide = (all: ReadonlyArray<Decided>): boolean => {
  const readers = readersOf(all)
  const writers: Users = new Map()
  const meets = (write: Write, index: number): boolean => {
    for (const name of touchedBy(write)) {
      if (isOthers(readers, name, index) || isOthers(writers, name, index)) return true
      writers.set(name, index)
    }
    return addedTo(write).some((name) => isOthers(readers, name, index))
  }
  return all.some(({ writes }, index) => writes.some((write) => meets(write, index)))
}

/** Groups operations with disjoint claims, at most `most` per group, in order of arrival. */
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

const ranks = ["Subscription", "Transaction", "ParentTotals", "Card", "Job", "Notification", "Waiting", "Told"]

/** Reads of one row under another name. */
const sameRow: Readonly<Record<string, string>> = { JobLock: "Job", SubscriptionVersion: "Subscription" }

const rankOf = ({ _tag }: Read): number => ranks.indexOf(sameRow[_tag] ?? _tag)

/** A global lock order, which prevents deadlocks. */
export const inLockOrder = <A extends { readonly read: Read }>(all: ReadonlyArray<A>): ReadonlyArray<A> =>
  all
    .map((one) => ({ one, rank: rankOf(one.read), name: claimedBy(one.read) }))
    .sort((left, right) => left.rank - right.rank || (left.name < right.name ? -1 : left.name > right.name ? 1 : 0))
    .map(({ one }) => one)
