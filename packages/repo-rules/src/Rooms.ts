/** The rooms of core, which are the folders of its source: how they import each other, and what their types are called. */
import { posix } from "node:path"
import type { Rule } from "./Manifests.js"

const house = "packages/core/src/"

const roomOf = (path: string): string | undefined => /^packages\/core\/src\/([^/]+)\//.exec(path)?.[1]

/** An import across rooms, and the file that says it. */
interface Arrow {
  readonly from: string
  readonly to: string
  readonly says: string
}

const arrowsOf: (...given: Parameters<Rule>) => ReadonlyArray<Arrow> = (files) =>
  files.flatMap(({ path, text }) => {
    const from = roomOf(path)
    if (from === undefined) return []
    return [...text.matchAll(/(?:from |import\()"(\.[^"]+)"/g)].flatMap(([, imported = ""]) => {
      const target = posix.join(posix.dirname(path), imported)
      const to = roomOf(target)
      const says = `${path.slice(house.length)} imports ${target.slice(house.length)}`
      return to === undefined || to === from ? [] : [{ from, to, says }]
    })
  })

/** The rooms that a room reaches, itself only by way of others. */
const reachedFrom = (room: string, arrows: ReadonlyMap<string, ReadonlySet<string>>): ReadonlySet<string> => {
  const reached = new Set(arrows.get(room))
  for (const next of reached) for (const one of arrows.get(next) ?? []) reached.add(one)
  return reached
}

/** No import of core closes a circle of rooms: what a room imports imports nothing of it, whatever lies between. */
export const circles: Rule = (files) => {
  const all = arrowsOf(files)
  const arrows = new Map<string, Set<string>>()
  for (const { from, to } of all) arrows.set(from, new Set([...(arrows.get(from) ?? []), to]))
  const reached = new Map([...arrows.keys()].map((room) => [room, reachedFrom(room, arrows)]))
  return all
    .filter(({ from, to }) => reached.get(to)?.has(from) === true)
    .map(({ from, says, to }) => `${says}: ${to} leads back to ${from}`)
}

/** The types that a file exports. Those of a machine are read with the name of its module, as in `ChargeMachine.State`. */
const typesOf = (path: string, text: string): ReadonlyArray<string> =>
  path.endsWith("Machine.ts")
    ? []
    : [...text.matchAll(/^export (?:abstract )?(?:class|interface|type) (\w+)/gm)].map(([, name = ""]) => name)

/** No name is exported as a type by two rooms of core. */
export const sharedNames: Rule = (files) => {
  const owners = new Map<string, string>()
  return files.flatMap(({ path, text }) => {
    const room = roomOf(path)
    if (room === undefined) return []
    return typesOf(path, text).flatMap((name) => {
      const owner = owners.get(name) ?? room
      owners.set(name, owner)
      return owner === room ? [] : [`${path.slice(house.length)} exports ${name}, which is a type of ${owner}, too`]
    })
  })
}
