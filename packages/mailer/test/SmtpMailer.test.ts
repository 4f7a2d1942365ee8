/** Mails over a real SMTP server on loopback. Source: D36. */
import { inspect } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import { type Mail, Mailer, MailOutcome } from "@florin/core/mail/Mailer"
import * as SmtpMailer from "@florin/mailer/SmtpMailer"
import type { SmtpServer } from "@florin/mailer/SmtpServer"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import { certificate } from "./certificate.js"
import { read } from "./received.js"
import { password, type Replies, serve, silent } from "./smtpServer.js"

const mail: Mail = {
  id: "receipt-0190b6a0-0000-7000-8000-000000000000",
  to: "jane@customer.example",
  language: "en",
  subject: "Receipt from Books: 10.00 EUR",
  text: "Thank you\n.\nA line of its own",
  html: "<p>Thank you</p>"
}

const from = { name: "Books", address: "receipts@books.example" }

const mailerAt = (port: number, changes: Partial<SmtpServer> = {}, settings: Partial<SmtpMailer.Settings> = {}) =>
  SmtpMailer.make({ server: { host: "127.0.0.1", port, tls: "none", ...changes }, from, ...settings })

const account = (secret = password) => ({ account: { user: "books", password: Redacted.make(secret) } })

const trusted = { certificates: [certificate] }

const deferred = (reason: string) => MailOutcome.Deferred({ reason })
const rejected = (reason: string) => MailOutcome.Rejected({ reason })

/** Polls in real time: sockets need it. */
const until = (isSo: () => boolean) => Effect.repeat(Effect.sleep("5 millis"), { until: isSo })

describe("a mail", () => {
  it.scopedLive("D36: arrives with its text and HTML part, its id and its language", () =>
    Effect.gen(function* () {
      const { mails, port } = yield* serve()
      assert.deepStrictEqual(yield* mailerAt(port).send(mail), MailOutcome.Accepted())
      assert.lengthOf(mails, 1)
      const { from: sender, raw, to } = mails[0]!
      assert.deepStrictEqual([sender, to], ["receipts@books.example", ["jane@customer.example"]])
      const { headers, parts } = read(raw)
      assert.deepStrictEqual(
        ["from", "to", "subject", "message-id", "content-language", "auto-submitted"].map((name) => headers.get(name)),
        [
          "Books <receipts@books.example>",
          "jane@customer.example",
          mail.subject,
          `<${mail.id}@books.example>`,
          "en",
          "auto-generated"
        ]
      )
      assert.match(headers.get("content-type") ?? "", /^multipart\/alternative;/)
      assert.deepStrictEqual(parts, { "text/plain; charset=utf-8": mail.text, "text/html; charset=utf-8": mail.html })
    })
  )

  it.scoped("D36: is dated by the gateway's clock", () =>
    Effect.gen(function* () {
      const { mails, port } = yield* serve()
      const now = yield* DateTime.now
      yield* mailerAt(port).send(mail)
      assert.strictEqual(Date.parse(read(mails[0]!.raw).headers.get("date") ?? ""), now.epochMillis)
    })
  )

  it.scopedLive("D36: keeps Russian in its sender, subject and parts, however long the lines are", () =>
    Effect.gen(function* () {
      const { mails, port } = yield* serve()
      const long = "Квитанция от «Книги и журналы»: 1 234,56 RUB, спасибо за покупку в нашем магазине "
        .repeat(20)
        .trim()
      const name = "Книжный магазин на улице Льва Толстого"
      const mailer = mailerAt(port, {}, { from: { ...from, name } })
      const russian = { ...mail, language: "ru", subject: long, text: `${long}\n${long}`, html: `<p>${long}</p>` }
      assert.deepStrictEqual(yield* mailer.send(russian), MailOutcome.Accepted())
      const { raw } = mails[0]!
      const { headers, parts } = read(raw)
      assert.strictEqual(headers.get("subject"), long)
      assert.strictEqual(headers.get("from"), `${name} <receipts@books.example>`)
      assert.deepStrictEqual(Object.values(parts), [russian.text, russian.html])
      // Source: RFC 5322, 2.1.1: a line of at most 998 characters. ASCII goes through every server.
      assert.isAtMost(Math.max(...raw.split("\r\n").map(({ length }) => length)), 998)
      assert.match(raw, /^[\t\r\n -~]*$/)
    })
  )

  it.scopedLive("D36: keeps receipt_text with markup and line breaks in its parts", () =>
    Effect.gen(function* () {
      const { mails, port } = yield* serve()
      const text = "<script>\r\n.\r\nQUIT\r\nSubject: other\r\n\r\nBcc: x@y.example"
      yield* mailerAt(port).send({ ...mail, text })
      assert.lengthOf(mails, 1)
      const { headers, parts } = read(mails[0]!.raw)
      assert.strictEqual(parts["text/plain; charset=utf-8"], text.replaceAll("\r\n", "\n"))
      assert.deepStrictEqual([headers.get("subject"), headers.has("bcc")], [mail.subject, false])
    })
  )

  it.scopedLive("gets no more headers from its subject", () =>
    Effect.gen(function* () {
      const { mails, port } = yield* serve()
      yield* mailerAt(port).send({ ...mail, subject: "A\r\nBcc: x@y.example\u0000\r\n\r\nB" })
      const { headers } = read(mails[0]!.raw)
      assert.deepStrictEqual([headers.get("subject"), headers.has("bcc")], ["A Bcc: x@y.example B", false])
      assert.deepStrictEqual(mails[0]!.to, [mail.to])
    })
  )

  it.scopedLive.each([
    { to: "jane@customer.example\r\nRCPT TO:<x@y.example>" },
    { to: "jane@customer.example, x@y.example" },
    { to: "Jane <jane@customer.example>" },
    { to: "jane@customer.example\u0000" },
    { to: "jane" },
    { to: "" },
    { id: "a>\r\nBcc: x@y.example" },
    { language: "en\r\nBcc: x@y.example" }
  ])("is refused before anything is sent, with %j", (changes) =>
    Effect.gen(function* () {
      const { connections, port } = yield* silent()
      assert.deepStrictEqual(yield* mailerAt(port).send({ ...mail, ...changes }), rejected("address-refused"))
      assert.strictEqual(connections(), 0)
    })
  )
})

describe("a mail server", () => {
  it.scopedLive.each([
    { tls: "implicit", options: { secure: true } },
    { tls: "required", options: {} }
  ] as const)("with a trusted certificate is spoken to over TLS: $tls", ({ options, tls }) =>
    Effect.gen(function* () {
      const { mails, port } = yield* serve(options)
      const mailer = mailerAt(port, { tls, ...account() }, trusted)
      assert.deepStrictEqual(yield* mailer.send(mail), MailOutcome.Accepted())
      assert.deepStrictEqual(
        mails.map(({ secure, user }) => [secure, user]),
        [[true, "books"]]
      )
    })
  )

  it.scopedLive.each([
    { says: "with a certificate that nobody vouches for", tls: "implicit", options: { secure: true } },
    { says: "with such a certificate after STARTTLS", tls: "required", options: {} },
    { says: "without STARTTLS", tls: "required", options: { hideSTARTTLS: true, disabledCommands: ["STARTTLS"] } }
  ] as const)("$says is sent neither the password nor the mail", ({ options, tls }) =>
    Effect.gen(function* () {
      const { logins, mails, port } = yield* serve({ ...options, allowInsecureAuth: true } as never)
      assert.deepStrictEqual(yield* mailerAt(port, { tls, ...account() }).send(mail), deferred("tls-failed"))
      assert.deepStrictEqual([logins, mails], [[], []])
    })
  )

  it.scopedLive("is logged in to only with the right password, which no outcome shows", () =>
    Effect.gen(function* () {
      const { logins, mails, port } = yield* serve()
      const outcome = yield* mailerAt(port, { tls: "required", ...account("wrong-secret") }, trusted).send(mail)
      assert.deepStrictEqual(outcome, deferred("unauthorized"))
      assert.deepStrictEqual([logins, mails], [["books:wrong-secret"], []])
    })
  )

  it.scopedLive("that offers no login gets no mail where there is an account", () =>
    Effect.gen(function* () {
      const { mails, port } = yield* serve({ disabledCommands: ["AUTH"], hideSTARTTLS: true })
      assert.deepStrictEqual(yield* mailerAt(port, account()).send(mail), deferred("unauthorized"))
      assert.deepStrictEqual(mails, [])
    })
  )

  // A permanent reply to the recipient or the content is final; one to the sender concerns the host's settings.
  it.scopedLive.each([
    { replies: { rcptTo: 451 }, expected: deferred("451") },
    { replies: { rcptTo: 550 }, expected: rejected("550") },
    { replies: { rcptTo: 552 }, expected: rejected("552") },
    { replies: { data: 452 }, expected: deferred("452") },
    { replies: { data: 554 }, expected: rejected("554") },
    { replies: { mailFrom: 451 }, expected: deferred("451") },
    { replies: { mailFrom: 550 }, expected: deferred("550") }
  ] as ReadonlyArray<{ readonly replies: Replies; readonly expected: MailOutcome }>)(
    "D36: that replies $replies: $expected",
    ({ expected, replies }) =>
      Effect.gen(function* () {
        const { mails, port } = yield* serve({}, replies)
        assert.deepStrictEqual(yield* mailerAt(port).send(mail), expected)
        assert.deepStrictEqual(mails, [])
      })
  )

  it.scopedLive.each([
    { says: "closes the service", greeting: "421 busy\r\n", expected: "421" },
    { says: "is none", greeting: "HTTP/1.1 400 Bad Request\r\n\r\n", expected: "not-smtp" }
  ])("that $says: $expected", ({ expected, greeting }) =>
    Effect.gen(function* () {
      const { port } = yield* silent(greeting)
      assert.deepStrictEqual(yield* mailerAt(port).send(mail), deferred(expected))
    })
  )

  it.scopedLive("that takes no connection is asked again later", () =>
    Effect.gen(function* () {
      const { port } = yield* Effect.scoped(serve())
      assert.deepStrictEqual(yield* mailerAt(port).send(mail), deferred("connection-failed"))
    })
  )

  it.scopedLive.each([
    { says: "before its greeting", greeting: "" },
    { says: "after its greeting", greeting: "220 here\r\n" }
  ])("that hangs $says is given up at the time limit, and its connection is closed", ({ greeting }) =>
    Effect.gen(function* () {
      const { connections, open, port } = yield* silent(greeting)
      const mailer = mailerAt(port, {}, { timeLimit: Duration.millis(200) })
      assert.deepStrictEqual(yield* mailer.send(mail), deferred("timeout"))
      yield* until(() => connections() === 1 && open.size === 0)
    })
  )

  it.scopedLive("is left when the mail is interrupted", () =>
    Effect.gen(function* () {
      const { open, port } = yield* silent("220 here\r\n")
      const sending = yield* Effect.fork(mailerAt(port).send(mail))
      yield* until(() => open.size === 1)
      yield* Fiber.interrupt(sending)
      yield* until(() => open.size === 0)
    })
  )

  it.live("shows its password to nothing that prints the mailer", () =>
    Effect.gen(function* () {
      const server = { host: "127.0.0.1", port: 1, tls: "none", ...account() } as const
      const settings = { server, from }
      const mailer = yield* Effect.provide(Mailer, SmtpMailer.layer(settings))
      assert.notInclude(inspect([settings, mailer], { depth: 9 }), password)
    })
  )
})
