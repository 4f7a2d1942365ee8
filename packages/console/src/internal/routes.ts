/** The routes of the console. A screen asks for its documents by rows of the table and shows them. */
import { actionRoutes } from "./actionRoutes.js"
import { oversightRoutes } from "./oversightRoutes.js"
import { screenRoutes } from "./screenRoutes.js"
import { shopRoutes } from "./shopRoutes.js"
import type { Handle } from "./visit.js"

interface Entry {
  readonly method: string
  readonly segments: ReadonlyArray<string>
  readonly handle: Handle
}

const entries: ReadonlyArray<Entry> = Object.entries<Handle>({
  ...screenRoutes,
  ...oversightRoutes,
  ...actionRoutes,
  ...shopRoutes
}).map(([name, handle]) => {
  const [method = "", path = ""] = name.split(" ")
  return { method, segments: path.split("/"), handle }
})

const paramsIn = (pattern: ReadonlyArray<string>, path: ReadonlyArray<string>) => {
  if (pattern.length !== path.length) return undefined
  const params: Record<string, string> = {}
  for (const [at, segment] of pattern.entries()) {
    const part = path[at] as string
    if (segment.startsWith(":")) params[segment.slice(1)] = part
    else if (segment !== part) return undefined
  }
  return params
}

const find = (method: string, path: string) => {
  const segments = path.split("/")
  for (const entry of entries) {
    const params = entry.method === method ? paramsIn(entry.segments, segments) : undefined
    if (params !== undefined) return { handle: entry.handle, params }
  }
  return undefined
}

export const routes = { find }
