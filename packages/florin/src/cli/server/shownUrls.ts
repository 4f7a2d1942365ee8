/** Addresses of receivers, as the command line shows them: merchants put secrets into them. */

const bare = (text: string): string => {
  if (!URL.canParse(text)) return "***"
  const url = new URL(text)
  const mask = (part: string) => (part === "" ? "" : "***")
  const user = mask(url.username + url.password)
  const query = mask(url.search)
  return `${url.protocol}//${user === "" ? "" : `${user}@`}${url.host}${url.pathname}${query === "" ? "" : `?${query}`}`
}

/** A document in which no address has credentials or a query. */
export const masked = (document: unknown): unknown => {
  if (Array.isArray(document)) return document.map(masked)
  if (typeof document !== "object" || document === null) return document
  return Object.fromEntries(
    Object.entries(document).map(([name, value]) => [
      name,
      typeof value === "string" && /(?:^|_)url$|Url$/.test(name) ? bare(value) : masked(value)
    ])
  )
}
