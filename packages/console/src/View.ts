/** What every screen knows besides its documents: who looks, from where, in which words and zone. */
import type * as DateTime from "effect/DateTime"
import type { Words } from "./Words.js"

/** Who is signed in. */
export interface Who {
  /** As the audit names them. */
  readonly id: string
  /** What forms carry, by which a form of another site is known. */
  readonly formToken: string
  /** The least of what they may do in some shop: without it no form is shown. The operations decide. */
  readonly isOperating: boolean
  readonly isAdministering: boolean
  /** In all shops, and so whoever keeps them. */
  readonly isAdministeringAll: boolean
  /** The shops in which they have a role of their own. */
  readonly shops: ReadonlyArray<string>
  /** By a session of the console, so that their password is kept here, and not by the host. */
  readonly isSignedInHere: boolean
  /** They have a role in all shops. */
  readonly isEverywhere: boolean
}

export interface View {
  readonly who: Who
  readonly words: Words
  /** BCP 47, for numbers and dates. */
  readonly locale: string
  readonly zone: DateTime.TimeZone
  readonly now: DateTime.Utc
  /** From the page's address to the root of the console: `./` or `../`, as often as needed. */
  readonly root: string
  /** Of this page, below the root. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  /** A new one for the forms of this page. Shape: 32 hex digits. */
  readonly key: string
  /** How the assets of this version are called, so that a new version is loaded anew. */
  readonly version: string
}

/** An address below the root, with a query; members that are empty are left out. */
export const link = (
  { root }: Pick<View, "root">,
  path: string,
  query: Readonly<Record<string, string | undefined>> = {}
): string => {
  const sent = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined && value !== "") sent.set(name, value)
  const text = sent.toString()
  return `${root}${path}${text === "" ? "" : `?${text}`}`
}
