// The library of Standard Webhooks and florin/receiver accept the same messages. It has no clock to set, so time is real.
import * as FastCheck from "effect/FastCheck"
import { verify } from "florin/receiver"
import { Webhook } from "standardwebhooks"
import { assert, describe, it } from "vitest"

const secret = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"
const other = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
const minute = 60_000

interface Sent {
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

const signed = (body: string, ago = 0, secrets: ReadonlyArray<string> = [secret]): Sent => {
  const at = new Date(Date.now() - ago)
  const signatures = secrets.map((one) => new Webhook(one).sign("msg_1", at, body))
  const headers = {
    "webhook-id": "msg_1",
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": signatures.join(" "),
    "florin-sequence": "1"
  }
  return { body, headers }
}

const itsVerdict = ({ body, headers }: Sent): boolean => {
  try {
    new Webhook(secret).verify(body, { ...headers })
    return true
  } catch {
    return false
  }
}

const ourVerdict = (sent: Sent): Promise<boolean> =>
  verify(secret, sent).then(
    () => true,
    () => false
  )

const sent = signed(`{"name":"Ёлка €"}`)
const signature = sent.headers["webhook-signature"]!
const having = (headers: Record<string, string>): Sent => ({ ...sent, headers: { ...sent.headers, ...headers } })

describe("the library of Standard Webhooks and florin/receiver", () => {
  it.each([
    { what: "a message", sent, accepted: true },
    { what: "one that was signed four minutes ago", sent: signed("{}", 4 * minute), accepted: true },
    { what: "one that was signed four minutes ahead", sent: signed("{}", -4 * minute), accepted: true },
    { what: "one that was signed six minutes ago", sent: signed("{}", 6 * minute), accepted: false },
    { what: "one that was signed six minutes ahead", sent: signed("{}", -6 * minute), accepted: false },
    { what: "another secret's", sent: signed("{}", 0, [other]), accepted: false },
    { what: "one with two signatures", sent: signed("{}", 0, [other, secret]), accepted: true },
    { what: "another body", sent: { ...sent, body: `{"name":"Ёлка"}` }, accepted: false },
    { what: "another id", sent: having({ "webhook-id": "msg_2" }), accepted: false },
    { what: "no id", sent: having({ "webhook-id": "" }), accepted: false },
    { what: "no time", sent: having({ "webhook-timestamp": "" }), accepted: false },
    { what: "a time that is no number", sent: having({ "webhook-timestamp": "now" }), accepted: false },
    { what: "no signature", sent: having({ "webhook-signature": "" }), accepted: false },
    { what: "half a signature", sent: having({ "webhook-signature": signature.slice(0, 20) }), accepted: false },
    { what: "no padding", sent: having({ "webhook-signature": signature.replace("=", "") }), accepted: false },
    { what: "another version", sent: having({ "webhook-signature": signature.replace("v1", "v2") }), accepted: false },
    { what: "a word before", sent: having({ "webhook-signature": `v1a,word ${signature}` }), accepted: true }
  ])("agree on $what: accepted $accepted", async ({ accepted, sent }) => {
    assert.deepStrictEqual([itsVerdict(sent), await ourVerdict(sent)], [accepted, accepted])
  })

  it("accept whatever is signed, and nothing of which a letter was changed", () =>
    FastCheck.assert(
      FastCheck.asyncProperty(FastCheck.string({ unit: "binary" }), FastCheck.boolean(), async (text, isChanged) => {
        const { body, headers } = signed(JSON.stringify({ text }))
        const sent = { headers, body: isChanged ? body.replace("text", "Text") : body }
        assert.deepStrictEqual([itsVerdict(sent), await ourVerdict(sent)], [!isChanged, !isChanged])
      })
    ))
})
