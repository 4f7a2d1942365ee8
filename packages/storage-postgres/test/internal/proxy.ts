// A proxy to a server. A test can watch, change and cut its traffic.
import { once } from "node:events"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"
import { join } from "node:path"
import * as Effect from "effect/Effect"

export interface Passage {
  readonly client: Socket
  readonly server: Socket
}

/** Returns the data to forward for a chunk; undefined forwards nothing. */
export type Rule = (chunk: Buffer, passage: Passage) => Buffer | undefined

const through: Rule = (chunk) => chunk

export interface Proxy {
  /** `host:port` of the proxy. */
  readonly place: string
  readonly passages: ReadonlySet<Passage>
  /** Hooks for the clients' and the server's data. */
  onward: Rule
  back: Rule
  /** The directory of the server for new connections. */
  directory: string
}

export const socketOf = (directory: string): string => join(directory, ".s.PGSQL.5432")

const listening = async (directory: string) => {
  const passages = new Set<Passage>()
  const carry = (from: Socket, to: Socket, rule: (chunk: Buffer) => Buffer | undefined) => {
    from.on("data", (chunk: Buffer) => {
      const rest = rule(chunk)
      if (rest !== undefined && !to.destroyed) to.write(rest)
    })
    from.on("error", () => to.destroy())
    from.on("close", () => to.destroy())
  }
  const listener = createServer((client) => {
    const passage = { client, server: connect(socketOf(proxy.directory)) }
    passages.add(passage)
    client.on("close", () => passages.delete(passage))
    carry(client, passage.server, (chunk) => proxy.onward(chunk, passage))
    carry(passage.server, client, (chunk) => proxy.back(chunk, passage))
  })
  listener.listen(0, "127.0.0.1")
  await once(listener, "listening")
  const { port } = listener.address() as AddressInfo
  const proxy: Proxy = { place: `127.0.0.1:${port}`, passages, onward: through, back: through, directory }
  const close = () => {
    listener.close()
    for (const { client } of passages) client.destroy()
  }
  return { proxy, close }
}

export const proxyTo = (directory: string) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(() => listening(directory)),
      ({ close }) => Effect.sync(close)
    ),
    ({ proxy }) => proxy
  )
