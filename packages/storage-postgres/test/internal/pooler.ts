// A minimal pooler in transaction mode: all clients share one server session, each until its
// transaction ends. Like real poolers, it reports a made-up pid to every client.
import { once } from "node:events"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"
import * as Effect from "effect/Effect"
import { socketOf } from "./proxy.js"

const authenticated = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0])
const key = Buffer.from([0x4b, 0, 0, 0, 12, 0x7f, 0xff, 0xff, 0xf0, 0, 0, 0, 1])
const ready = Buffer.from([0x5a, 0, 0, 0, 5, 0x49])

/** The transaction status after a complete answer. */
const stateAfter = (answer: Buffer): string | undefined => {
  for (let at = 0; at + 5 <= answer.length; ) {
    const next = at + 1 + answer.readInt32BE(at + 1)
    if (answer[at] === 0x5a && next <= answer.length) return String.fromCharCode(answer[at + 5]!)
    at = next
  }
  return undefined
}

class Shared {
  private turn: Promise<unknown> = Promise.resolve()
  private holder: Socket | undefined
  private readonly waiting: Array<() => void> = []

  constructor(private readonly server: Socket) {}

  /** Serializes queries; a query waits for the end of another client's transaction. */
  async ask(client: Socket, question: Buffer): Promise<Buffer> {
    while (this.holder !== undefined && this.holder !== client) {
      await new Promise<void>((resolve) => this.waiting.push(resolve))
    }
    const requested = this.turn.then(() => this.exchange(question))
    this.turn = requested
    const answer = await requested
    this.holder = stateAfter(answer) === "I" ? undefined : client
    if (this.holder === undefined) for (const resume of this.waiting.splice(0)) resume()
    return answer
  }

  private async exchange(question: Buffer): Promise<Buffer> {
    this.server.write(question)
    let answer = Buffer.alloc(0)
    while (stateAfter(answer) === undefined) answer = Buffer.concat([answer, (await once(this.server, "data"))[0]])
    return answer
  }
}

const listening = async (directory: string) => {
  const server = connect(socketOf(directory))
  const shared = new Shared(server)
  const clients = new Set<Socket>()
  let started: Promise<Buffer> | undefined
  const listener = createServer((client) => {
    clients.add(client)
    client.once("data", async (startup: Buffer) => {
      started ??= shared.ask(client, startup)
      await started
      client.write(Buffer.concat([authenticated, key, ready]))
      client.on("data", async (question: Buffer) => {
        if (question[0] !== 0x58) client.write(await shared.ask(client, question))
      })
    })
  })
  listener.listen(0, "127.0.0.1")
  await once(listener, "listening")
  const { port } = listener.address() as AddressInfo
  const close = () => {
    listener.close()
    for (const socket of [server, ...clients]) socket.destroy()
  }
  return { place: `127.0.0.1:${port}`, close }
}

/** The pooler's address. */
export const poolerTo = (directory: string) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(() => listening(directory)),
      ({ close }) => Effect.sync(close)
    ),
    ({ place }) => place
  )
