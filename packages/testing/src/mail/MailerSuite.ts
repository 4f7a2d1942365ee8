/** The contract of a mailer, as tests that every implementation runs. Source: D36. */
import type { Mail, MailOutcome, MailService } from "@florin/core/mail/Mailer"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as assert from "../internal/assert.js"
import { declareTest, type Runner } from "../Runner.js"

/** A mail as it came to the customer's side. */
export interface ArrivedMail {
  readonly to: ReadonlyArray<string>
  readonly subject: string
  readonly text: string
  readonly html: string
  /** By which a second copy is recognizable, such as the `Message-ID`. */
  readonly id: string
}

/** A mailer, and the server or service that it hands mails to. */
export interface MailerUnderTest {
  readonly mailer: MailService
  /** What has arrived so far. */
  readonly arrived: Effect.Effect<ReadonlyArray<ArrivedMail>>
  /** An address whose mails the server refuses for ever. */
  readonly refused: string
  /** From now on the server takes no mail. */
  readonly down: Effect.Effect<void>
}

const mail: Mail = {
  id: "receipt-0190b6a0-0000-7000-8000-000000000000",
  to: "jane@customer.example",
  language: "en",
  subject: "Receipt from Books: 10.00 EUR",
  text: "Thank you\n.\nДо свидания",
  html: "<p>Thank you</p>"
}

const reason = /^[A-Za-z0-9-]{1,64}$/

/** Sends a mail; whatever becomes of it, a reason is a word and names nobody. */
const sent = (mailer: MailService, changes: Partial<Mail> = {}): Effect.Effect<MailOutcome["_tag"]> =>
  Effect.map(mailer.send({ ...mail, ...changes }), (outcome) => {
    if (outcome._tag !== "Accepted") assert.match(outcome.reason, reason)
    return outcome._tag
  })

const handsOver = Effect.fnUntraced(function* ({ arrived, mailer }: MailerUnderTest) {
  assert.strictEqual(yield* sent(mailer), "Accepted")
  const all = yield* arrived
  const read = all.map(({ html, subject, text, to }) => [to, subject, text.trimEnd(), html.trimEnd()])
  assert.deepStrictEqual(read, [[[mail.to], mail.subject, mail.text, mail.html]])
})

const marksCopies = Effect.fnUntraced(function* ({ arrived, mailer }: MailerUnderTest) {
  for (const id of [mail.id, mail.id, "receipt-other"]) assert.strictEqual(yield* sent(mailer, { id }), "Accepted")
  const ids = (yield* arrived).map(({ id }) => id)
  assert.lengthOf(ids, 3)
  assert.deepStrictEqual([ids[1] === ids[0], ids[2] === ids[0]], [true, false])
})

const keepsPlaces = Effect.fnUntraced(function* ({ arrived, mailer }: MailerUnderTest) {
  yield* sent(mailer, { subject: "Receipt\r\nBcc: mallory@other.example" })
  for (const { subject, to } of yield* arrived) {
    assert.deepStrictEqual(to, [mail.to])
    assert.doesNotMatch(subject, /[\r\n]/)
  }
})

const refusesLists = Effect.fnUntraced(function* ({ arrived, mailer }: MailerUnderTest) {
  for (const other of [
    ", mallory@other.example",
    "\r\nBcc: mallory@other.example",
    ">\r\nRCPT TO:<mallory@other.example"
  ]) {
    assert.notStrictEqual(yield* sent(mailer, { to: `${mail.to}${other}` }), "Accepted")
  }
  assert.deepStrictEqual(yield* arrived, [])
})

const refusesForEver = Effect.fnUntraced(function* ({ arrived, mailer, refused }: MailerUnderTest) {
  assert.strictEqual(yield* sent(mailer, { to: refused }), "Rejected")
  assert.deepStrictEqual(yield* arrived, [])
})

const defers = Effect.fnUntraced(function* ({ arrived, down, mailer }: MailerUnderTest) {
  yield* down
  assert.strictEqual(yield* sent(mailer), "Deferred")
  assert.deepStrictEqual(yield* arrived, [])
})

/** Its promises, for runners of another kind. Each takes a mailer that has sent nothing yet. */
export const checks: Readonly<Record<string, (under: MailerUnderTest) => Effect.Effect<void>>> = {
  "hands a mail over, once and whole": handsOver,
  "gives every attempt of a mail the same id, and no other mail": marksCopies,
  "takes no line of a subject for a header": keepsPlaces,
  "refuses an address that is several": refusesLists,
  "rejects what the server refuses for ever": refusesForEver,
  "defers while the server takes nothing": defers
}

/** Runs the contract of `Mailer`, each test with a mailer and a server of its own. */
export const mailerSuite = (
  runner: Runner,
  name: string,
  open: Effect.Effect<MailerUnderTest, never, Scope.Scope>
): void => {
  runner.describe(`${name} keeps the contract of a mailer (D36)`, () => {
    for (const [promise, run] of Object.entries(checks)) declareTest(runner, promise, Effect.flatMap(open, run))
  })
}
