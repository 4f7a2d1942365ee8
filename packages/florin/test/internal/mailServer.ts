/** A mail server on this machine, without TLS and without a login, that keeps what it is sent. */
import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { SMTPServer } from "smtp-server"

export const mailServer = async () => {
  const mails: Array<string> = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    closeTimeout: 0,
    onData: (stream, _, callback) => {
      let mail = ""
      stream.setEncoding("utf8")
      stream.on("data", (chunk: string) => {
        mail += chunk
      })
      stream.on("end", () => {
        mails.push(mail)
        callback(null)
      })
    }
  })
  server.listen(0, "127.0.0.1")
  await once(server.server, "listening")
  return {
    mails,
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    /** The first mail, when it is there. */
    first: async (): Promise<string> => {
      while (mails.length === 0) await new Promise((resolve) => setTimeout(resolve, 20))
      return mails[0]!
    },
    close: () => new Promise<void>((resolve) => void server.close(() => resolve()))
  }
}
