/** A proxy to the other gateway that loses requests and answers. */
import { once } from "node:events"
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http"
import type { AddressInfo, Server, Socket } from "node:net"
import * as Effect from "effect/Effect"

/** The fate of a request: passed, lost, or passed with its answer lost or replaced by a status. */
export type Fate = "passes" | "is lost" | "is done and its answer lost" | "is done and answered 401" | "is answered 401"

const isLost = (fate: Fate): boolean => fate === "is lost" || fate === "is answered 401"

export const bodyOf = async (message: IncomingMessage): Promise<Buffer> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of message) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const forward = async (port: number, incoming: IncomingMessage, body: Buffer) => {
  const { headers, method, url } = incoming
  const outgoing = request({ host: "127.0.0.1", port, path: url, method, headers, agent: false })
  outgoing.end(body)
  const [answer] = (await once(outgoing, "response")) as [IncomingMessage]
  return { answer, body: await bodyOf(answer) }
}

/** The server's address. It closes with the scope. */
export const listening = (server: Server) =>
  Effect.gen(function* () {
    const sockets: Array<Socket> = []
    server.on("connection", (socket: Socket) => sockets.push(socket.on("error", () => undefined)))
    return yield* Effect.acquireRelease(
      Effect.promise(async () => {
        server.listen(0, "127.0.0.1")
        await once(server, "listening")
        return (server.address() as AddressInfo).port
      }),
      () =>
        Effect.promise(async () => {
          for (const socket of sockets) socket.destroy()
          server.close()
          await once(server, "close")
        })
    )
  })

/** `fate` gets the method, the body and the number of requests with this body. */
export const between = (port: number, fate: (method: string, body: string, nth: number) => Fate) => {
  const seen = new Map<string, number>()
  const pass = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const body = await bodyOf(incoming)
    const what = `${incoming.method} ${incoming.url} ${body}`
    seen.set(what, (seen.get(what) ?? 0) + 1)
    const decided = fate(incoming.method ?? "", body.toString("utf8"), seen.get(what)!)
    const done = isLost(decided) ? undefined : await forward(port, incoming, body)
    if (decided.endsWith("answered 401")) outgoing.writeHead(401).end()
    else if (done === undefined || decided !== "passes") incoming.socket.destroy()
    else outgoing.writeHead(done.answer.statusCode!, done.answer.headers).end(done.body)
  }
  return listening(
    createServer((incoming, outgoing) => {
      pass(incoming, outgoing).catch(() => outgoing.destroy())
    })
  )
}
