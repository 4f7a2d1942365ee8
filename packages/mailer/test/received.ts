/** Reads a mail as it arrived: an oracle of a few lines, which knows the encodings that mail programs know. */

/** A mail's headers, in lower case, and its decoded parts by content type. */
export interface Received {
  readonly headers: ReadonlyMap<string, string>
  readonly parts: Readonly<Record<string, string>>
}

const unquoted = (text: string): Buffer =>
  Buffer.from(
    text.replace(/=\r\n/g, "").replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1"
  )

const decodeWord = (_: string, encoding: string, text: string): string =>
  (encoding.toUpperCase() === "B" ? Buffer.from(text, "base64") : unquoted(text.replaceAll("_", " "))).toString("utf8")

const decodeHeader = (value: string): string =>
  value.replace(/(\?=)\s+(=\?)/g, "$1$2").replace(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, decodeWord)

const split = (text: string): readonly [ReadonlyMap<string, string>, string] => {
  const end = text.indexOf("\r\n\r\n")
  const lines = text
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, " ")
    .split("\r\n")
  const headers = lines.map((line): readonly [string, string] => {
    const [, name = "", value = ""] = /^([^:]+): *(.*)$/.exec(line) ?? []
    return [name.toLowerCase(), decodeHeader(value)]
  })
  return [new Map(headers), text.slice(end + 4)]
}

const decodeBody = (headers: ReadonlyMap<string, string>, body: string): string => {
  switch (headers.get("content-transfer-encoding")) {
    case "base64":
      return Buffer.from(body, "base64").toString("utf8")
    case "quoted-printable":
      return unquoted(body).toString("utf8")
    default:
      return body
  }
}

export const read = (raw: string): Received => {
  const [headers, body] = split(raw)
  const [, boundary = ""] = /boundary="([^"]+)"/.exec(headers.get("content-type") ?? "") ?? []
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => split(part.slice(2)))
    .map(([own, text]) => [own.get("content-type") ?? "", decodeBody(own, text).replace(/\r\n/g, "\n").trimEnd()])
  return { headers, parts: Object.fromEntries(parts) }
}
