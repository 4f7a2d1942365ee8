import { assert, describe, it } from "@effect/vitest"
import { type Mail, MailOutcome, type MailService } from "@florin/core/mail/Mailer"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Suite from "../src/mail/MailerSuite.js"

const { Accepted, Deferred, Rejected } = MailOutcome

interface Server {
  readonly mails: Array<Suite.ArrivedMail>
  isDown: boolean
}

const oneAddress = /^[^\s,<>@]+@[^\s,<>@]+$/
const refused = "nobody@customer.example"

const deliver = (
  { mails }: Server,
  { html, id, subject, text, to }: Mail,
  changes: Partial<Suite.ArrivedMail> = {}
) => {
  mails.push({ ...{ html, id, text, to: [to] }, subject: subject.replace(/[\r\n]+/g, " "), ...changes })
  return Accepted()
}

type Send = (mail: Mail, server: Server) => MailOutcome

const right: Send = (mail, server) => {
  if (server.isDown) return Deferred({ reason: "421" })
  if (!oneAddress.test(mail.to)) return Rejected({ reason: "address-refused" })
  return mail.to === refused ? Rejected({ reason: "550" }) : deliver(server, mail)
}

/** A mailer that hands mails to a list. */
const mailerOf = (send: Send = right): Effect.Effect<Suite.MailerUnderTest> =>
  Effect.sync(() => {
    const server: Server = { mails: [], isDown: false }
    const mailer: MailService = { send: (mail) => Effect.sync(() => send(mail, server)) }
    const down = Effect.sync(() => {
      server.isDown = true
    })
    return { mailer, refused, arrived: Effect.sync(() => [...server.mails]), down }
  })

const whole = "hands a mail over, once and whole"
const copies = "gives every attempt of a mail the same id, and no other mail"
const places = "takes no line of a subject for a header"
const lists = "refuses an address that is several"
const ever = "rejects what the server refuses for ever"
const away = "defers while the server takes nothing"

const mailers: ReadonlyArray<readonly [name: string, noticed: string, send: Send]> = [
  ["sends nothing", whole, () => Accepted()],
  ["sends twice", whole, (mail, server) => [right(mail, server), right(mail, server)][1]!],
  ["leaves the HTML out", whole, (mail, server) => deliver(server, { ...mail, html: "" })],
  ["writes to somebody else", whole, (mail, server) => deliver(server, { ...mail, to: "us@shop.example" })],
  ["makes an id of its own", copies, (mail, server) => deliver(server, mail, { id: `${server.mails.length}` })],
  ["gives all mails one id", copies, (mail, server) => deliver(server, mail, { id: "receipt" })],
  [
    "takes a line for a header",
    places,
    (mail, server) => {
      const [, bcc] = /\r\nBcc: (.*)/.exec(mail.subject) ?? []
      return deliver(server, mail, { to: bcc === undefined ? [mail.to] : [mail.to, bcc] })
    }
  ],
  ["keeps the lines", places, (mail, server) => deliver(server, mail, { subject: mail.subject })],
  ["writes to all", lists, (mail, server) => deliver(server, mail, { to: mail.to.split(/, |\r\n/) })],
  ["names who was refused", ever, ({ to }) => Rejected({ reason: `550 no ${to}` })],
  ["tries for ever", ever, () => Deferred({ reason: "550" })],
  ["gives up at once", away, ({ to }, { isDown }) => Rejected({ reason: isDown ? "421" : to })],
  ["pretends", away, () => Accepted()],
  [
    "dies",
    away,
    () => {
      throw new Error("connection refused")
    }
  ]
]

Suite.mailerSuite({ describe, it }, "A mailer in memory", mailerOf())

describe("The contract suite of mailers (D36)", () => {
  it.live.each(mailers)("notices one that %s", ([_, noticed, send]) =>
    Effect.gen(function* () {
      const check = Suite.checks[noticed]
      assert.isDefined(check)
      assert.isTrue(Exit.isFailure(yield* Effect.exit(Effect.flatMap(mailerOf(send), check!))))
    })
  )

  it("has no check that never fails", () => {
    assert.sameMembers([...new Set(mailers.map(([, noticed]) => noticed))], Object.keys(Suite.checks))
  })
})
