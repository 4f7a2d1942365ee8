/**
 * The Model Context Protocol over lines: JSON-RPC 2.0 with the methods that a server of tools has.
 *
 * Source: https://modelcontextprotocol.io/specification/2025-06-18
 */
import * as Effect from "effect/Effect"

/** The versions that are spoken, the newest first. A client that asks for another one is offered the newest. */
const versions = ["2025-06-18", "2025-03-26", "2024-11-05"] as const

/** A longer line is no request: the largest arguments are a few fields. Unit: characters. */
const longestLine = 1024 * 1024

/** A tool as clients see it. */
export interface ShownTool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: object
  readonly annotations: {
    readonly readOnlyHint: boolean
    readonly destructiveHint: boolean
    readonly idempotentHint: boolean
    readonly openWorldHint: boolean
  }
}

/** What a tool answers. An error is one that the assistant may read and act on; it is no error of the protocol. */
export interface ToolAnswer {
  readonly document: unknown
  readonly isError?: boolean
}

export interface Server {
  readonly version: string
  readonly instructions: string
  readonly tools: ReadonlyArray<ShownTool>
  /** Undefined: there is no such tool. */
  readonly call: (name: string, given: unknown) => Effect.Effect<ToolAnswer> | undefined
}

interface Message {
  readonly jsonrpc?: unknown
  readonly id?: unknown
  readonly method?: unknown
  readonly params?: unknown
}

const failures = {
  parse: { code: -32700, message: "The line is no JSON" },
  request: { code: -32600, message: "This is no request of JSON-RPC 2.0" },
  method: { code: -32601, message: "There is no such method" },
  params: { code: -32602, message: "There is no such tool, or its arguments are no object" }
} as const

type Outcome = { readonly result: unknown } | { readonly error: (typeof failures)[keyof typeof failures] }

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const membersOf = (value: unknown): Readonly<Record<string, unknown>> => (isObject(value) ? value : {})

const initialized = ({ instructions, version }: Server, params: unknown) => {
  const { protocolVersion } = membersOf(params)
  return {
    protocolVersion: versions.find((known) => known === protocolVersion) ?? versions[0],
    capabilities: { tools: {} },
    serverInfo: { name: "florin", version },
    instructions
  }
}

const called = ({ call }: Server, params: unknown): Effect.Effect<Outcome> => {
  const { arguments: given = {}, name } = membersOf(params)
  const answer = typeof name === "string" && isObject(given) ? call(name, given) : undefined
  if (answer === undefined) return Effect.succeed({ error: failures.params })
  return Effect.map(answer, ({ document, isError = false }) => ({
    result: {
      content: [{ type: "text", text: typeof document === "string" ? document : JSON.stringify(document) }],
      ...(isObject(document) && !isError ? { structuredContent: document } : {}),
      isError
    }
  }))
}

const outcomeOf = (server: Server, { method, params }: Message): Effect.Effect<Outcome> => {
  switch (method) {
    case "initialize":
      return Effect.succeed({ result: initialized(server, params) })
    case "ping":
      return Effect.succeed({ result: {} })
    case "tools/list":
      return Effect.succeed({ result: { tools: server.tools } })
    case "tools/call":
      return called(server, params)
    default:
      return Effect.succeed({ error: failures.method })
  }
}

const read = (line: string): Message | "parse" | "request" => {
  if (line.length > longestLine) return "request"
  try {
    const message: unknown = JSON.parse(line)
    return isObject(message) && message.jsonrpc === "2.0" ? message : "request"
  } catch {
    return "parse"
  }
}

const answer = (id: unknown, outcome: Outcome): string => JSON.stringify({ jsonrpc: "2.0", id, ...outcome })

const isId = (id: unknown): boolean => typeof id === "string" || typeof id === "number"

/** The line that answers a line; none answers a notification, or an empty line. */
export const answerTo = (server: Server, line: string): Effect.Effect<string | undefined> => {
  if (line.trim() === "") return Effect.succeed(undefined)
  const message = read(line)
  if (typeof message === "string") return Effect.succeed(answer(null, { error: failures[message] }))
  if (!("id" in message) && typeof message.method === "string") return Effect.succeed(undefined)
  if (!isId(message.id) || typeof message.method !== "string") {
    return Effect.succeed(answer(null, { error: failures.request }))
  }
  return Effect.map(outcomeOf(server, message), (outcome) => answer(message.id, outcome))
}
