/** Which operations may share a transaction, by the names of the rows that they read and write. */
import type { Write } from "@florin/core/commits/Write"
import { type Claims, whole } from "./rowNames.js"
import { performedBy } from "./writes.js"

/** The claims of an operation and the writes it decided on. */
export interface Decided {
  readonly claims: Claims
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
  for (const [index, { claims }] of all.entries()) {
    for (const name of claims) readers.set(name, isOthers(readers, name, index) ? several : index)
  }
  return readers
}

/** Whether an operation writes rows that another one reads or writes, so that their order matters. */
export const collide = (all: ReadonlyArray<Decided>): boolean => {
  const readers = readersOf(all)
  const writers: Users = new Map()
  const meets = (write: Write, index: number): boolean => {
    const { adds, touches } = performedBy(write)
    for (const name of touches(write)) {
      if (isOthers(readers, name, index) || isOthers(writers, name, index)) return true
      writers.set(name, index)
    }
    return adds?.(write).some((name) => isOthers(readers, name, index)) === true
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
