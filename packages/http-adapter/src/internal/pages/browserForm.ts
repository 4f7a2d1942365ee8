/** What the script of a form says of the customer's browser, for 3-D Secure 2. Source: D47; EMVCo, "Browser Data Elements". */
import { Browser } from "@florin/core/party/Buyer"
import { given } from "@florin/core/request/Given"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Incoming } from "../../Incoming.js"

const decode = Schema.decodeUnknownOption(Schema.parseJson(Browser))

/** Longer ones are not read: what a browser says of itself has some hundred characters. */
const longest = 1000

/** The browser, with the headers of the request; nothing without the script, or where it is not well formed. */
export const read = (
  { browser = "" }: Readonly<Record<string, string>>,
  { header }: Incoming
): typeof Browser.Type | undefined => {
  if (browser === "" || browser.length > longest) return undefined
  const headers = { acceptHeader: header("accept"), userAgent: header("user-agent") }
  return Option.getOrUndefined(Option.map(decode(browser), (known) => ({ ...known, ...given(headers) })))
}
