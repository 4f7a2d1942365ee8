/** The SMTP mailer keeps the contract of every mailer. Source: D36. */
import * as SmtpMailer from "@florin/mailer/SmtpMailer"
import { mailerSuite } from "@florin/testing/mail/MailerSuite"
import * as Effect from "effect/Effect"
import { describe, it } from "vitest"
import { read } from "./received.js"
import { type Accepted, serve } from "./smtpServer.js"

const refused = "nobody@customer.example"

const reply = (code: number) => Object.assign(new Error("no"), { responseCode: code })

const arrivedOf = ({ raw, to }: Accepted) => {
  const { headers, parts } = read(raw)
  const header = (name: string) => headers.get(name) ?? ""
  return {
    to,
    subject: header("subject"),
    text: parts["text/plain; charset=utf-8"] ?? "",
    html: parts["text/html; charset=utf-8"] ?? "",
    id: header("message-id")
  }
}

mailerSuite(
  { describe, it },
  "The mailer over SMTP",
  Effect.gen(function* () {
    let isDown = false
    const { mails, port } = yield* serve({
      onConnect: (_, callback) => callback(isDown ? reply(421) : null),
      onRcptTo: ({ address }, _, callback) => callback(address === refused ? reply(550) : null)
    })
    const from = { name: "Books", address: "receipts@books.example" }
    return {
      mailer: SmtpMailer.make({ server: { host: "127.0.0.1", port, tls: "none" }, from }),
      arrived: Effect.sync(() => mails.map(arrivedOf)),
      refused,
      down: Effect.sync(() => {
        isDown = true
      })
    }
  })
)
