import { assert, describe, it } from "vitest"
import * as BrowserForm from "../src/internal/pages/browserForm.js"

const headers: Readonly<Record<string, string>> = { accept: "text/html", "user-agent": "Test/1.0" }
const incoming = { header: (name: string) => headers[name] } as Parameters<typeof BrowserForm.read>[1]

const sent = { screen_width: 320, screen_color_depth: 24, java_enabled: false, time_zone: -180, unknown: 1 }
const known = { screenWidth: 320, screenColorDepth: 24, javaEnabled: false, timeZone: -180 }
const fromHeaders = { acceptHeader: "text/html", userAgent: "Test/1.0" }

describe("what a form says of the browser", () => {
  it.each([
    ["all of it", JSON.stringify(sent), { ...known, ...fromHeaders }],
    ["nothing", "{}", fromHeaders],
    ["headers of its own", JSON.stringify({ user_agent: "Other" }), fromHeaders],
    ["no field, without the script", undefined, undefined],
    ["an empty field", "", undefined],
    ["no JSON", "{", undefined],
    ["a depth that there is not", JSON.stringify({ screen_color_depth: 25 }), undefined],
    ["more than a browser says", JSON.stringify({ language: "x".repeat(1000) }), undefined]
  ])("D47: of %s is understood", (_, browser, expected) => {
    assert.deepStrictEqual(BrowserForm.read(browser === undefined ? {} : { browser }, incoming), expected)
  })
})
