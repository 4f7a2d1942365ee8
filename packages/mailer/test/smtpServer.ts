/** A real SMTP server on this machine, which keeps what it is sent. */
import type { AddressInfo } from "node:net"
import { createServer, type Socket } from "node:net"
import * as Effect from "effect/Effect"
import { SMTPServer, type SMTPServerError, type SMTPServerOptions, type SMTPServerSession } from "smtp-server"
import { certificate, certificateKey } from "./certificate.js"

export interface Accepted {
  readonly from: string
  readonly to: ReadonlyArray<string>
  readonly user: string | undefined
  readonly secure: boolean
  readonly raw: string
}

/** Replies other than the usual ones, by command. */
export interface Replies {
  readonly mailFrom?: number
  readonly rcptTo?: number
  readonly data?: number
}

const reply = (code: number | undefined): SMTPServerError | undefined =>
  code === undefined ? undefined : Object.assign(new Error(`no, jane@shop.example ${code}`), { responseCode: code })

const addressOf = (address: SMTPServerSession["envelope"]["mailFrom"]): string =>
  address === false ? "" : address.address

/** The password of every account. */
export const password = "correct-horse-battery"

export const serve = (options: SMTPServerOptions = {}, replies: Replies = {}) =>
  Effect.gen(function* () {
    const mails: Array<Accepted> = []
    const logins: Array<string> = []
    const server = new SMTPServer({
      authOptional: true,
      hideENHANCEDSTATUSCODES: false,
      key: certificateKey,
      cert: certificate,
      closeTimeout: 0,
      onAuth: (auth, _, callback) => {
        logins.push(`${auth.username}:${auth.password}`)
        if (auth.password === password) return callback(null, { user: auth.username })
        callback(new Error("Invalid login"))
      },
      onMailFrom: (_, __, callback) => callback(reply(replies.mailFrom)),
      onRcptTo: (_, __, callback) => callback(reply(replies.rcptTo)),
      onData: (stream, session, callback) => {
        const chunks: Array<Buffer> = []
        stream.on("data", (chunk: Buffer) => chunks.push(chunk))
        stream.on("end", () => {
          const refused = reply(replies.data)
          if (refused !== undefined) return callback(refused)
          mails.push({
            from: addressOf(session.envelope.mailFrom),
            to: session.envelope.rcptTo.map(({ address }) => address),
            user: session.user,
            secure: session.secure === true,
            raw: Buffer.concat(chunks).toString("utf8")
          })
          callback(null)
        })
      },
      ...options
    })
    // A client that goes away in the middle of TLS is an event of the server.
    server.on("error", () => undefined)
    const port = yield* Effect.acquireRelease(
      Effect.async<number>((resume) => {
        const listening = server.listen(0, "127.0.0.1", () =>
          resume(Effect.succeed((listening.address() as AddressInfo).port))
        )
      }),
      () => Effect.async<void>((resume) => void server.close(() => resume(Effect.void)))
    )
    return { port, mails, logins }
  })

/** A server that accepts connections and says nothing, or only its greeting; and which of them are open. */
export const silent = (greeting = "") =>
  Effect.gen(function* () {
    const open = new Set<Socket>()
    let connections = 0
    const server = createServer((socket) => {
      connections += 1
      open.add(socket)
      socket.on("close", () => open.delete(socket))
      socket.on("error", () => undefined)
      socket.resume()
      if (greeting !== "") socket.write(greeting)
    })
    yield* Effect.acquireRelease(
      Effect.async<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void))),
      () =>
        Effect.sync(() => {
          for (const socket of open) socket.destroy()
          server.close()
        })
    )
    return { port: (server.address() as AddressInfo).port, open, connections: () => connections }
  })
