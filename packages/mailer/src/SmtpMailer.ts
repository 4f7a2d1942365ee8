/** Core's `Mailer` over SMTP. Source: D36. */
import { type Mail, Mailer, MailOutcome, type MailService } from "@florin/core/mail/Mailer"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { createTransport } from "nodemailer"
import { domainOf, isAddress } from "./internal/addresses.js"
import { outcomeOf } from "./internal/outcomes.js"
import { login } from "./internal/secrets.js"
import type { MailSender } from "./MailSender.js"
import type { SmtpServer } from "./SmtpServer.js"

export interface Settings {
  /** Takes the mails. */
  readonly server: SmtpServer
  /** Stands in the mails as their sender. */
  readonly from: MailSender
  /** The time limit of one mail, from the name lookup to the server's last reply. Default: 30 s. */
  readonly timeLimit?: Duration.Duration
  /** PEM certificates to trust instead of Node's roots. Default: Node's roots. */
  readonly certificates?: ReadonlyArray<string>
}

const defaultLimit = Duration.seconds(30)

// A host's receipt may name what it likes; a header is one line.
const oneLine = (text: string): string => text.replace(/[\u0000-\u001f\u007f]+/g, " ").trim()

const token = /^[A-Za-z0-9.-]{1,100}$/

const messageOf = ({ html, id, language, subject, text, to }: Mail, from: MailSender, date: Date) => ({
  from: { name: from.name, address: from.address },
  to: { name: "", address: to },
  subject: oneLine(subject),
  messageId: `<${id}@${domainOf(from.address)}>`,
  date,
  text,
  html,
  // Source: RFC 3834: automatic answers, such as of someone on holiday, are not sent back.
  headers: { "Content-Language": language, "Auto-Submitted": "auto-generated" },
  disableFileAccess: true,
  disableUrlAccess: true
})

const transportOf = ({ certificates, server, timeLimit = defaultLimit }: Settings) => {
  const limit = Duration.toMillis(timeLimit)
  const { host, port, tls } = server
  return createTransport({
    host,
    port,
    secure: tls === "implicit",
    requireTLS: tls === "required",
    ignoreTLS: tls === "none",
    ...login(server),
    tls: { minVersion: "TLSv1.2", ...(certificates !== undefined && { ca: [...certificates] }) },
    // Beyond the time limit, which closes the connection before.
    connectionTimeout: limit * 2,
    greetingTimeout: limit * 2,
    socketTimeout: limit * 2,
    dnsTimeout: limit * 2,
    socketCloseTimeout: 0
  })
}

/** Makes a mailer. Each mail uses a connection of its own, which ends with it, also when it is interrupted. */
export const make = (settings: Settings): MailService => {
  const { from, timeLimit = defaultLimit } = settings
  const transport = transportOf(settings)

  const hand = (mail: Mail, date: Date): Effect.Effect<MailOutcome> =>
    Effect.tryPromise({
      try: (signal) => transport.sendMail({ ...messageOf(mail, from, date), signal }),
      catch: outcomeOf
    }).pipe(Effect.match({ onFailure: (outcome) => outcome, onSuccess: () => MailOutcome.Accepted() }))

  return {
    send: (mail) => {
      const isSafe = isAddress(mail.to) && token.test(mail.id) && token.test(mail.language)
      if (!isSafe) return Effect.succeed(MailOutcome.Rejected({ reason: "address-refused" }))
      return Effect.flatMap(DateTime.now, (now) => hand(mail, DateTime.toDateUtc(now))).pipe(
        Effect.timeoutTo({
          duration: timeLimit,
          onTimeout: () => MailOutcome.Deferred({ reason: "timeout" }),
          onSuccess: (outcome) => outcome
        })
      )
    }
  }
}

/** The mailer as core's `Mailer`. */
export const layer = (settings: Settings): Layer.Layer<never> => Layer.sync(Mailer, () => make(settings))
