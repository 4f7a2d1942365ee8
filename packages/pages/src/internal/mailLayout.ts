/** What all mails have in common: a text part and an HTML part with the same content, which load nothing. */
import type { MailContent } from "@florin/core/mail/Mailer"
import { type Html, html } from "../Html.js"
import type { Language } from "../Language.js"

/** What both parts say. */
export interface MailBody {
  readonly language: Language
  readonly subject: string
  /** No money moves. Source: D39. */
  readonly simulated: boolean
  /** The first sentence. */
  readonly lead: string
  /** Names and values. The first value is the headline of the HTML part. Nothing is shown of one without a value. */
  readonly rows: ReadonlyArray<readonly [name: string, value: string | null | undefined]>
  /** Lines of text after the rows. */
  readonly lines: ReadonlyArray<string>
  /** The only link. None where there is nothing to go to. */
  readonly link?: { readonly text: string; readonly url: string } | undefined
}

const controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g

export const oneLine = (text: string): string => text.replace(controls, " ").trim()

type Row = readonly [name: string, value: string]

const shownRows = ({ rows }: MailBody): ReadonlyArray<Row> =>
  rows.flatMap(([name, value]) => (value ? [[oneLine(name), oneLine(value)] as const] : []))

const textOf = (body: MailBody): string => {
  const { language, lead, lines, link, simulated } = body
  const { mail, test } = language.words
  const blocks: ReadonlyArray<ReadonlyArray<string>> = [
    simulated ? [`${test.mark}. ${test.text}`] : [],
    [lead],
    shownRows(body).map(([name, value]) => `${name}: ${value}`),
    lines,
    link === undefined ? [] : [`${link.text}: ${link.url}`],
    [mail.automatic]
  ]
  return `${blocks.flatMap((block) => (block.length === 0 ? [] : [block.join("\n")])).join("\n\n")}\n`
}

// Mail programs drop stylesheets, so every element carries its own style. Dark schemes recolour by themselves.
const style = {
  body: "margin:0;padding:24px 12px;background:#f3f4f6;color:#16181d;font:16px/1.5 Helvetica,Arial,sans-serif",
  sheet: "max-width:544px;margin:0 auto;padding:24px;background:#ffffff;border:1px solid #d1d5db;border-radius:12px",
  merchant: "margin:0;color:#4b5563",
  amount: "margin:4px 0 16px;font-size:32px;line-height:1.25;font-weight:bold",
  test: "margin:0 0 16px;padding:8px 12px;border-left:4px solid #7a4b00;background:#fdf6e7;color:#7a4b00",
  table: "width:100%;border-collapse:collapse;margin:16px 0",
  name: "padding:8px 16px 8px 0;border-top:1px solid #d1d5db;color:#4b5563;font-weight:normal;text-align:left;vertical-align:top",
  value: "padding:8px 0;border-top:1px solid #d1d5db;vertical-align:top;word-break:break-word",
  link: "color:#1d4ed8",
  foot: "margin:16px 0 0;color:#4b5563;font-size:14px"
} as const

const row = ([name, value]: Row): Html =>
  html`<tr><th scope="row" style="${style.name}">${name}</th><td style="${style.value}">${value}</td></tr>
`

const htmlOf = (subject: string, body: MailBody): string => {
  const { language, lead, lines, link, simulated } = body
  const { mail, test } = language.words
  const [headline, ...rows] = shownRows(body)
  return html`<!doctype html>
<html lang="${language.tag}" dir="${language.direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${subject}</title>
</head>
<body style="${style.body}">
<div role="article" lang="${language.tag}" dir="${language.direction}" style="${style.sheet}">
${simulated && html`<p style="${style.test}"><strong>${test.mark}</strong> ${test.text}</p>`}
<p style="${style.merchant}">${lead}</p>
${headline !== undefined && html`<h1 style="${style.amount}">${headline[1]}</h1>`}
<table role="table" style="${style.table}">
${rows.map(row)}</table>
${lines.length > 0 && html`<p>${lines.map((line, index) => [index > 0 && html`<br>`, line])}</p>`}
${link !== undefined && html`<p><a href="${link.url}" style="${style.link}">${link.text}</a></p>`}
<p style="${style.foot}">${mail.automatic}</p>
</div>
</body>
</html>
`.text
}

/** The mail of a body. */
export const mailOf = (body: MailBody): MailContent => {
  const { mark } = body.language.words.test
  const subject = oneLine(body.simulated ? `${mark}: ${body.subject}` : body.subject)
  return { subject, text: textOf(body), html: htmlOf(subject, body) }
}
