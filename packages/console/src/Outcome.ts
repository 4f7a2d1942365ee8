/** What comes of a request. */
import type { Html } from "@florin/pages/Html"
import type { Refused, Waits } from "./Desk.js"

/** What a request is answered with. */
export type Answer =
  | { readonly _tag: "Page"; readonly status: number; readonly body: string }
  | { readonly _tag: "Json"; readonly body: string }
  /** `keep`: what the browser keeps. */
  | { readonly _tag: "SeeOther"; readonly to: string; readonly keep?: Readonly<Record<string, string>> }
  | { readonly _tag: "Download"; readonly proof: string }
  /** A file of CSV, to be saved. */
  | { readonly _tag: "File"; readonly name: string; readonly body: string }

/** What a screen is: its title and its content. */
export interface Shown {
  readonly _tag: "Shown"
  readonly title: string
  readonly content: Html
  readonly status?: number
}

/** What a route does with a request. */
export type Outcome = Shown | Exclude<Answer, { readonly _tag: "Page" }> | Refused | Waits
