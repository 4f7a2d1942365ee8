/** Whether a browser has been led to send a request by another site. */
import type { Incoming } from "../../Incoming.js"

/**
 * Browsers say where a form comes from: its page, or another site. What has neither header comes from no browser that could
 * be deceived. Source: Fetch Metadata, `Sec-Fetch-Site`; RFC 6454.
 */
export const isOwnSite = ({ header }: Pick<Incoming, "header">): boolean => {
  const site = header("sec-fetch-site")
  if (site !== undefined && site !== "same-origin") return false
  const origin = header("origin")
  if (origin === undefined) return true
  return URL.canParse(origin) && new URL(origin).host === header("host")
}
