/** A provider's own card fields on our pages: the number reaches the provider only. Source: D58. */
import type { AcquirerCapabilities } from "./AcquirerCapabilities.js"

/**
 * What the page needs to show them. Its policy then allows these origins, and no others.
 *
 * Shape: the script is an address, and the others are origins such as `https://js.stripe.com` or `https://*.stripe.com`;
 * all are `https`, or `http` on this machine.
 */
export interface ProviderFields {
  /** The provider's script. Its origin may run scripts on the page. */
  readonly script: string
  /** From where that script loads others. Default: nowhere else. */
  readonly scripts?: ReadonlyArray<string>
  /** Whose pages the fields consist of. */
  readonly frames: ReadonlyArray<string>
  /** Whom the script asks. Default: nobody. */
  readonly connects?: ReadonlyArray<string>
  /**
   * How our page uses the script, as the text of a JavaScript function. It is called with the element that the fields
   * stand in, and with the language of the page. It answers, or promises, an object whose `token()` promises `{ value }`,
   * the provider's token for what was typed, or `{ fault }`, what the customer is told: a sentence, or nothing.
   */
  readonly mount: string
}

/** The fields of a provider, whose name is that of its tokens. */
export interface ShownFields {
  readonly provider: string
  readonly fields: ProviderFields
}

const host = /^(?:https:\/\/(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*|http:\/\/(?:localhost|127\.0\.0\.1))(?::\d{1,5})?$/

const isOrigin = (text: unknown): boolean => typeof text === "string" && host.test(text)

const areOrigins = (list: unknown): boolean => Array.isArray(list) && list.every(isOrigin)

/** The origin of the script; undefined where it is no address that a policy can name. */
export const originOf = (script: string): string | undefined => {
  const url = URL.canParse(script) ? new URL(script) : undefined
  return url !== undefined && isOrigin(url.origin) && url.username === "" ? url.origin : undefined
}

/** What of the fields cannot be used: the name of the member. Source: D58. */
export const faultOf = (fields: ProviderFields): keyof ProviderFields | undefined => {
  const { connects = [], frames, mount, script, scripts = [] } = fields
  if (typeof script !== "string" || originOf(script) === undefined) return "script"
  if (!areOrigins(scripts)) return "scripts"
  if (!areOrigins(frames)) return "frames"
  if (!areOrigins(connects)) return "connects"
  return typeof mount === "string" && mount !== "" ? undefined : "mount"
}

/** What of an acquirer says whose fields are shown. */
export interface Candidate {
  readonly capabilities?: AcquirerCapabilities
  readonly fields?: ProviderFields
  readonly provider?: string
}

const takesCards = ({ capabilities }: Candidate): boolean => capabilities?.sources?.includes("card") ?? true

/**
 * The fields that the page shows: of the first acquirer that has some, where none takes card numbers. One that does can be
 * asked for every card, and the page then has its own fields.
 */
export const fieldsOf = (acquirers: ReadonlyArray<Candidate>): ShownFields | undefined => {
  if (acquirers.some(takesCards)) return undefined
  for (const { fields, provider } of acquirers) {
    if (fields !== undefined && provider !== undefined && faultOf(fields) === undefined) return { provider, fields }
  }
  return undefined
}

/**
 * How a page of ours takes a card.
 *
 * - `Numbers`: its own fields take the number
 * - `Fields`: a provider's fields take it, and the page gets a token
 * - `Nothing`: the acquirers take tokens only, and none has fields that the page can show: a card cannot be entered
 *
 * Source: D58.
 */
export type CardEntry =
  | { readonly _tag: "Numbers" }
  | ({ readonly _tag: "Fields" } & ShownFields)
  | { readonly _tag: "Nothing" }

/**
 * How a page takes the card of a charge that `eligible` may get. Where nobody may, as an order for tests without a simulated
 * acquirer, no number is asked for unless one of `all` takes numbers: a server whose acquirers take tokens only sees none.
 */
export const cardEntryOf = (eligible: ReadonlyArray<Candidate>, all: ReadonlyArray<Candidate>): CardEntry => {
  const among = eligible.length === 0 ? all : eligible
  if (among.length === 0 || among.some(takesCards)) return { _tag: "Numbers" }
  const shown = fieldsOf(eligible)
  return shown === undefined ? { _tag: "Nothing" } : { _tag: "Fields", ...shown }
}
