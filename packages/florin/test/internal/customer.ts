// A customer's browser, as far as pages are links, forms and redirects.

/** A page that was opened, and where it was found in the end. */
export interface Page {
  readonly url: string
  readonly status: number
  readonly type: string | null
  readonly html: string
}

const opened = async (response: Response): Promise<Page> => ({
  url: response.url,
  status: response.status,
  type: response.headers.get("content-type"),
  html: await response.text()
})

export const open = async (url: string): Promise<Page> => opened(await fetch(url))

const unescaped = (text: string): string =>
  text.replaceAll("&quot;", '"').replaceAll("&#39;", "'").replaceAll("&amp;", "&")

const attribute = (tag: string, name: string): string | undefined => {
  const value = new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]
  return value === undefined ? undefined : unescaped(value)
}

const absolute = (page: Page, address: string): string => new URL(address, page.url).href

/** Where the links, forms and scripts of a page lead. */
export const addressesIn = (page: Page): ReadonlyArray<string> =>
  [...page.html.matchAll(/ (?:href|src|action)="([^"]*)"/g)].map(([, address]) => absolute(page, unescaped(address!)))

/** Where the scripts of a page are. */
export const scriptsIn = (page: Page): ReadonlyArray<string> =>
  [...page.html.matchAll(/<script[^>]* src="([^"]*)"/g)].map(([, address]) => absolute(page, unescaped(address!)))

/** Fills in and sends the first form of a page, and follows where that leads. */
export const submit = async (page: Page, typed: Readonly<Record<string, string>> = {}): Promise<Page> => {
  const [form = "", attributes = ""] = /<form([^>]*)>.*?<\/form>/s.exec(page.html) ?? []
  const fields = [...form.matchAll(/<input[^>]*>/g)].flatMap(([tag]) => {
    const name = attribute(tag, "name")
    return name === undefined ? [] : [[name, attribute(tag, "value") ?? ""] as const]
  })
  const body = new URLSearchParams({ ...Object.fromEntries(fields), ...typed })
  return opened(await fetch(absolute(page, attribute(attributes, "action") ?? ""), { method: "POST", body }))
}
