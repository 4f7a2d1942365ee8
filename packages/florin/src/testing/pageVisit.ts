/** A browser without scripts, in which a test's customer goes from page to page. */

/** A form as a page has it: what it sends when nothing is typed. */
export interface PageForm {
  readonly id: string | undefined
  /** Absolute. */
  readonly action: string
  readonly fields: Readonly<Record<string, string>>
  /** The names of all its fields, also of those that send nothing yet. */
  readonly names: ReadonlySet<string>
}

/** A page that is shown. Of one that is not ours only the address is known. */
export interface Page {
  readonly url: URL
  readonly text: string
  readonly forms: ReadonlyArray<PageForm>
  /** It is the answer to a form itself, without a redirect. */
  readonly isAnswer: boolean
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" }

export const plain = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name]!)

const attributeOf = (tag: string, name: string): string | undefined => {
  const found = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]
  return found === undefined ? undefined : plain(found)
}

const isSent = (tag: string): boolean => {
  const type = attributeOf(tag, "type")
  if (type === "radio" || type === "checkbox") return /\schecked(?:[\s>=]|$)/.test(tag)
  return type !== "submit"
}

const formOf = (html: string, url: URL): PageForm => {
  const [head = ""] = /^<form[^>]*>/.exec(html) ?? []
  const inputs = [...html.matchAll(/<(?:input|select|textarea)[^>]*>/g)].flatMap(([tag]) => {
    const name = attributeOf(tag, "name")
    return name === undefined ? [] : [{ name, tag }]
  })
  const sent = inputs.filter(({ tag }) => isSent(tag))
  return {
    id: attributeOf(head, "id"),
    action: new URL(attributeOf(head, "action") ?? "", url).href,
    fields: Object.fromEntries(sent.map(({ name, tag }) => [name, attributeOf(tag, "value") ?? ""])),
    names: new Set(inputs.map(({ name }) => name))
  }
}

const formsOf = (html: string, url: URL): ReadonlyArray<PageForm> =>
  [...html.matchAll(/<form[^>]*>.*?<\/form>/gs)].map(([form]) => formOf(form, url))

/** The addresses that a page links to, as they stand in it. */
export const linksOf = ({ text, url }: Page): ReadonlyArray<URL> =>
  [...text.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, address = ""]) => new URL(plain(address), url))

/** More redirects than any journey has. */
const mostRedirects = 10

const html = { accept: "text/html" }
const typed = { ...html, "content-type": "application/x-www-form-urlencoded" }

/** Opens an address, or sends a form, and follows where that leads among our own pages. */
export const visiting =
  (fetch: (request: Request) => Promise<Response>, isOurs: (url: URL) => boolean) =>
  async (address: string, fields?: Readonly<Record<string, string>>): Promise<Page> => {
    let url = new URL(address)
    let body = fields === undefined ? undefined : new URLSearchParams(fields).toString()
    for (let redirects = 0; redirects < mostRedirects && isOurs(url); redirects++) {
      const request = body === undefined ? { headers: html } : { method: "POST", headers: typed, body }
      const answer = await fetch(new Request(url, request))
      const location = answer.headers.get("location")
      const text = await answer.text()
      if (location === null) return { url, text, forms: formsOf(text, url), isAnswer: body !== undefined }
      url = new URL(location, url)
      body = undefined
    }
    return { url, text: "", forms: [], isAnswer: false }
  }
