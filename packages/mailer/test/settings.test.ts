import { inspect } from "node:util"
import * as MailSender from "@florin/mailer/MailSender"
import * as SmtpServer from "@florin/mailer/SmtpServer"
import * as Either from "effect/Either"
import * as Redacted from "effect/Redacted"
import { assert, describe, it } from "vitest"

const reported = (text: string, plain = false) =>
  Either.match(SmtpServer.fromUrl("MAIL", text, { plain }), {
    onLeft: ({ message }) => message,
    onRight: ({ account, host, port, tls }) =>
      [host, port, tls, ...(account ? [account.user, Redacted.value(account.password)] : [])].join(" ")
  })

const shape = "MAIL must be smtp:// or smtps://, and [<user>:<password>@]<host>[:<port>]"

describe("the URL of a mail server", () => {
  it.each([
    ["smtps://mail.example", "mail.example 465 implicit"],
    ["smtps://mail.example:2465/", "mail.example 2465 implicit"],
    ["smtp://mail.example", "mail.example 587 required"],
    ["smtp://mail.example:25", "mail.example 25 required"],
    ["smtp://books:p%40ss%2Fword@mail.example", "mail.example 587 required books p@ss/word"],
    ["smtp://localhost:25", "localhost 25 none"],
    ["smtp://127.0.0.1:25", "127.0.0.1 25 none"],
    ["smtp://[::1]:25", "::1 25 none"],
    ["smtps://localhost", "localhost 465 implicit"],
    ["smtp://127.0.0.1.evil.example", "127.0.0.1.evil.example 587 required"]
  ])("%s is %s", (text, expected) => assert.strictEqual(reported(text), expected))

  it.each([
    ["smtp://relay:25", "relay 25 none"],
    ["smtps://relay", "relay 465 implicit"]
  ])("%s in a network that nobody else can listen on is %s", (text, expected) =>
    assert.strictEqual(reported(text, true), expected)
  )

  it.each([
    "",
    "mail.example",
    "https://mail.example",
    "smtp:mail.example",
    "smtp://",
    "smtp://mail.example/path",
    "smtp://mail.example?tls=off",
    "smtp://mail.example#x",
    "smtp://books@mail.example",
    "smtp://:secret@mail.example",
    "smtp://books:%0d%0aQUIT@mail.example",
    "smtp://books:%zz@mail.example",
    "smtp://mail.example:99999"
  ])("%j is refused, and not repeated", (text) => assert.strictEqual(reported(text), shape))

  it("is printed without its password", () => {
    const server = SmtpServer.fromUrl("MAIL", "smtp://books:correct-horse@mail.example")
    assert.notInclude(inspect(server, { depth: 9 }) + JSON.stringify(server), "correct-horse")
  })
})

describe("the sender of mails", () => {
  it.each([
    ["receipts@books.example", { name: "", address: "receipts@books.example" }],
    ["Books <receipts@books.example>", { name: "Books", address: "receipts@books.example" }],
    ["Книги, журналы <r@books.example>", { name: "Книги, журналы", address: "r@books.example" }],
    ["receipts@localhost", { name: "", address: "receipts@localhost" }]
  ])("%j is %j", (text, expected) => assert.deepStrictEqual(MailSender.fromText("FROM", text), Either.right(expected)))

  it.each([
    "",
    "books",
    "Books <receipts>",
    "<receipts@books.example>",
    "Books <receipts@books.example> more",
    "Books\r\nBcc: x@y.example <receipts@books.example>",
    "receipts@books.example\r\nBcc: x@y.example",
    "a@b.example, c@d.example",
    `${"n".repeat(101)} <receipts@books.example>`,
    `${"a".repeat(65)}@books.example`
  ])("%j is refused, and not repeated", (text) =>
    assert.strictEqual(
      Either.match(MailSender.fromText("FROM", text), { onLeft: ({ message }) => message, onRight: () => "" }),
      "FROM must be an email address, or a name and <address>"
    )
  )
})
