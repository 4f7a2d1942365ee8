/** Adyen's notifications as they come, and made of others. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { IncomingNotification } from "@florin/core/cards/AcquirerNotifications"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import { signature } from "../../src/internal/signing.js"
import type { NotificationBody, NotificationItem } from "../../src/internal/vendor.js"

export const incoming = (body: string): IncomingNotification => ({ header: () => undefined, body: Buffer.from(body) })

const itemsIn = (body: string): ReadonlyArray<NotificationItem> =>
  (JSON.parse(body) as NotificationBody).notificationItems.map(({ NotificationRequestItem: item }) => item)

const resigned = ({ body }: IncomingNotification, by: Redacted.Redacted<string>, rest: Partial<NotificationItem>) => {
  const items = itemsIn(Buffer.from(body).toString("utf8")).map((item) => {
    const other = { ...item, ...rest }
    const additionalData = { ...other.additionalData, hmacSignature: signature(other, by) }
    return { NotificationRequestItem: { ...other, additionalData } }
  })
  return incoming(JSON.stringify({ live: "false", notificationItems: items }))
}

/** What is made of one that came, by the key of its account. */
export const forging = (hmacKey: Redacted.Redacted<string>) => (sent: IncomingNotification) =>
  Effect.succeed({
    wronglySigned: resigned(sent, Redacted.make("D".repeat(64)), {}),
    ofAnotherAccount: resigned(sent, hmacKey, { merchantAccountCode: "Other" })
  })

/** The key of a payment, and of what follows one, begins the reference that comes back; else Adyen's own is known. */
const isAbout = (key: string, reference: string | undefined, body: string): boolean =>
  itemsIn(body).some(
    ({ merchantReference, pspReference }) =>
      merchantReference === key || merchantReference?.startsWith(`${key}.`) || pspReference === reference
  )

/** Hears what Adyen sends. `port`: 0 for any that is free. */
export const listening = Effect.fnUntraced(function* (port: number, patience: "1 minute" | "10 seconds") {
  const bodies: Array<string> = []
  const server = yield* Effect.acquireRelease(
    Effect.promise(
      () =>
        new Promise<ReturnType<typeof createServer>>((resolve) => {
          const made = createServer((request, response) => {
            const chunks: Array<Buffer> = []
            request.on("data", (chunk: Buffer) => void chunks.push(chunk))
            request.on("end", () => {
              bodies.push(Buffer.concat(chunks).toString("utf8"))
              response.end("[accepted]")
            })
          })
          made.listen(port, () => resolve(made))
        })
    ),
    (made) => Effect.sync(() => void made.close())
  )
  const references = new Map<string, string>()
  const about = (key: string) =>
    Effect.sync(() => bodies.filter((body) => isAbout(key, references.get(key), body)).map(incoming))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    /** What Adyen has answered as its reference of a key. */
    answered: (key: string, reference: string) => Effect.sync(() => void references.set(key, reference)),
    /** What came about a key, once something has, or it is late. */
    sentAbout: (key: string) =>
      Effect.zipRight(
        Effect.timeoutOption(
          Effect.repeat(about(key), { until: (all) => all.length > 0, schedule: Schedule.spaced("100 millis") }),
          patience
        ),
        about(key)
      )
  }
})
