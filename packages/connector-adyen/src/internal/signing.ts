/** The signature of a notification: HMAC-SHA256 over eight of its members. Source: Adyen, "Verify HMAC signatures". */
import { createHmac, timingSafeEqual } from "node:crypto"
import type * as Redacted from "effect/Redacted"
import { hmacBytes } from "./secrets.js"
import type { NotificationItem } from "./vendor.js"

type Signed = Pick<
  NotificationItem,
  | "amount"
  | "eventCode"
  | "merchantAccountCode"
  | "merchantReference"
  | "originalReference"
  | "pspReference"
  | "success"
>

const membersOf = (item: Signed): ReadonlyArray<string> => [
  item.pspReference,
  item.originalReference ?? "",
  item.merchantAccountCode,
  item.merchantReference,
  String(item.amount.value ?? ""),
  item.amount.currency ?? "",
  item.eventCode,
  item.success
]

/** The members are joined without escaping, so that one with a colon could be another's. */
export const isUnambiguous = (item: Signed): boolean => membersOf(item).every((member) => !member.includes(":"))

/** Shape: base64. */
export const signature = (item: Signed, key: Redacted.Redacted<string>): string =>
  createHmac("sha256", hmacBytes(key)).update(membersOf(item).join(":"), "utf8").digest("base64")

/** Whether one of the keys has made the signature. All are tried, in constant time. */
export const isGenuine = (item: Signed, sent: string, keys: ReadonlyArray<Redacted.Redacted<string>>): boolean => {
  const given = Buffer.from(sent, "base64")
  return keys
    .map((key) => {
      const made = Buffer.from(signature(item, key), "base64")
      return made.length === given.length && timingSafeEqual(made, given)
    })
    .includes(true)
}
