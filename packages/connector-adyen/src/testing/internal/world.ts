/** All that the fake remembers, and how it names things. */
import type { Entropy } from "@florin/core/ids/Ids"
import { keyIn } from "../../internal/references.js"
import type { NotificationItem } from "../../internal/vendor.js"
import type * as Books from "./books.js"
import type { FakeCard } from "./cards.js"
import type { Answer } from "./keys.js"

/** A stored payment method. */
export interface Stored {
  readonly shopperReference: string
  readonly card: FakeCard
}

/** The customer's part of a payment: `isConfirmed` is absent until it is done. */
export interface Challenge {
  readonly payment: Books.Payment
  /** Where the issuer sends the customer back; absent where Adyen's own page leads there. */
  readonly notificationUrl?: string
  isConfirmed?: boolean
}

export interface World {
  readonly merchantAccount: string
  /** Of the fake itself, for the addresses of its pages. */
  readonly url: () => string
  readonly keepsRest: boolean
  readonly books: Books.Books
  readonly stored: Map<string, Stored>
  /** By what the browser or the merchant has of it. */
  readonly challenges: Map<string, Challenge>
  /** Unit: milliseconds since 1970. */
  readonly now: () => number
  readonly entropy: Entropy["Type"]
}

/** A notification before it is signed. `about`: our key of the operation. */
export interface Untold {
  readonly about: string
  readonly item: NotificationItem
}

/**
 * What a request has come to.
 *
 * - `tells`: what is told about it. What is only received so far is carried out by it, when it is told
 * - `waits`: the customer's offer is closed when nobody comes back
 */
export interface Outcome {
  readonly answer: Answer
  readonly tells?: () => Untold
  readonly waits?: Books.Payment
}

const letters = "BCDFGHJKLMNPQRSTVWXZ23456789"

const drawn = ({ entropy }: World, length: number): string =>
  Array.from(entropy(length), (byte) => letters[byte % letters.length]).join("")

/** Sixteen letters and digits. */
export const pspReference = (world: World): string => drawn(world, 16)

/** What stands for something in an address or a token. */
export const handle = (world: World): string => drawn(world, 48)

export const authCode = ({ entropy }: World): string => Array.from(entropy(6), (byte) => String(byte % 10)).join("")

const eventDate = (world: World): string => new Date(world.now()).toISOString().replace(/\.\d{3}Z$/, "+00:00")

/** A notification about a payment or a modification. */
export const untold = (
  world: World,
  reference: string,
  about: Pick<NotificationItem, "amount" | "eventCode" | "merchantReference" | "pspReference" | "success"> &
    Partial<NotificationItem>
): Untold => ({
  about: keyIn(reference),
  item: {
    eventDate: eventDate(world),
    merchantAccountCode: world.merchantAccount,
    paymentMethod: "visa",
    reason: "",
    ...about
  }
})

export const error = (status: number, errorCode: string, message: string, errorType = "validation"): Outcome => ({
  answer: { status, body: { status, errorCode, message, errorType } }
})
