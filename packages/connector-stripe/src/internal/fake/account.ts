/** An account at the fake: its documents, and what is done with them. */
import type Stripe from "stripe"
import { type Books, make as makeBooks } from "./books.js"
import type { TestCard } from "./cards.js"
import { missing } from "./failures.js"
import * as Made from "./made.js"

export type Intent = Stripe.PaymentIntent
export type Setup = Stripe.SetupIntent

export interface Method {
  readonly document: Stripe.PaymentMethod
  readonly card: TestCard
  /** Without a customer it can be used once. */
  isSpent: boolean
  isSetUp: boolean
}

export type FakeEvent = ReturnType<typeof Made.event>

export interface Settings {
  /** Unit: milliseconds since 1970. */
  readonly now: () => number
  /** Where the customer confirms. */
  readonly pageOf: (id: string) => string
  readonly multicapture: boolean
  /** Whether card numbers may be sent. */
  readonly takesNumbers: boolean
  /** How long a search does not find what was made. Unit: seconds. */
  readonly searchLag: () => number
  readonly onEvent: (event: FakeEvent) => void
}

type Document = { readonly id: string; readonly object: string; readonly created: number }

/** What is kept of an account. */
const makeState = ({ now, onEvent }: Pick<Settings, "now" | "onEvent">) => {
  const documents = new Map<string, Document>()
  const methods = new Map<string, Method>()
  /** The key under which each document was made. */
  const keys = new Map<string, string>()
  const books: Books = makeBooks()
  const events: Array<FakeEvent> = []
  let count = 0

  const birth = (prefix: string): Made.Birth => {
    count += 1
    return { id: `${prefix}_fake${String(count).padStart(9, "0")}`, created: Math.floor(now() / 1000) }
  }

  const keep = <D extends Document>(document: D, key?: string): D => {
    documents.set(document.id, document)
    if (key !== undefined) keys.set(document.id, key)
    return document
  }

  const get = <D extends Document>(object: D["object"], id: string, param: string, status = 404): D => {
    const found = documents.get(id)
    if (found === undefined || found.object !== object) throw missing(object, param, status)
    return found as D
  }

  const emit = (type: string, object: Document, key: string | null = null): void => {
    const event = Made.event(birth("evt"), type, structuredClone(object), key)
    events.push(event)
    documents.set(event.id, event)
    onEvent(event)
  }

  const book = (kind: Parameters<Books["enter"]>[0]["kind"], key: string, units: number, currency: string): void =>
    books.enter({ kind, key, units, currency, at: now() })

  return { documents, methods, keys, books, events, birth, keep, get, emit, book }
}

/** An account: what is kept of it, and how it is set up. */
export type Account = ReturnType<typeof makeState> & { readonly settings: Settings }

export const makeAccount = (settings: Settings): Account => ({ ...makeState(settings), settings })
