/** Answers of the console. */
import * as Frame from "@florin/console/Frame"
import type { Incoming } from "../../Incoming.js"
import type { Reply } from "../transport/exchange.js"

/**
 * Nobody frames a page of the console, keeps it, or is told of its address. Its own forms say where they come from, so the
 * referrer is not left out on this host.
 */
const guarded = {
  "cache-control": "no-store",
  "content-security-policy": Frame.contentSecurityPolicy,
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
  "referrer-policy": "same-origin",
  "x-frame-options": "DENY"
}

export const pageReply = (status: number, body: string): Reply => ({
  status,
  body,
  headers: { ...guarded, "content-type": "text/html; charset=utf-8" }
})

export const jsonReply = (body: string): Reply => ({ status: 200, body, headers: guarded })

/** A file to be saved, which no browser shows. */
export const fileReply = (name: string, body: string): Reply => ({
  status: 200,
  body,
  headers: {
    ...guarded,
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": `attachment; filename="${name}"`,
    "x-content-type-options": "nosniff"
  }
})

/** Sends the browser on with a GET, and gives it cookies. */
export const seeOther = (location: string, cookies: ReadonlyArray<string> = []): Reply => ({
  status: 303,
  body: "",
  headers: { ...guarded, location, ...(cookies.length === 0 ? {} : { "set-cookie": cookies.join("\n") }) }
})

/** What the browser has chosen in the console goes before what it asks for in general. */
export const languageOf = ({ header }: Pick<Incoming, "header">): string =>
  /(?:^|;\s*)florin_language=(en|ru)(?:;|$)/.exec(header("cookie") ?? "")?.[1] ?? header("accept-language") ?? ""
