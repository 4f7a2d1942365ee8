// A page of customers, in another language, in a narrow and in a wide window.
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { Browser, Page } from "playwright-core"
import { violations } from "./axe.js"
import { type Sample, show } from "./sample.js"

/** What another language and other colours can do to the same page. */
const differing = {
  runOnly: [
    ...["color-contrast", "html-has-lang", "html-lang-valid", "document-title"],
    ...["button-name", "link-name", "label", "image-alt", "target-size"]
  ]
}

const narrowest = { width: 320, height: 640 }

/** What stands out of the window at its side. Unit: CSS pixels. */
const overflowOf = (page: Page): Promise<unknown> =>
  page.evaluate("document.documentElement.scrollWidth - window.innerWidth")

/** Shows it, and looks for what axe finds, for its language, and for text that does not fit. */
export const inspect = async (page: Page, sample: Sample, language: string): Promise<void> => {
  await show(page, sample)
  assert.strictEqual(await page.getAttribute("html", "lang"), language, sample.name)
  assert.deepStrictEqual(await violations(page, language === "en" ? undefined : differing), [], sample.name)
  assert.strictEqual(await overflowOf(page), 0, sample.name)
}

/**
 * The page that is shown, in a window of 1280 px: what axe finds there, whether it fits with text of twice the size, and
 * whether buttons and fields keep an outline where the customer's colours are forced. Enlarged four times that window is
 * one of 320 px. Source: WCAG 2.2, 1.4.4, 1.4.10, 1.4.11.
 */
export const inspectWide = async (page: Page, name: string): Promise<void> => {
  await page.setViewportSize({ width: 1280, height: 800 })
  assert.deepStrictEqual(await violations(page, differing), [], `${name} at 1280 px`)
  assert.strictEqual(await overflowOf(page), 0, `${name} at 1280 px`)
  await page.evaluate("document.documentElement.style.fontSize = '200%'")
  assert.strictEqual(await overflowOf(page), 0, `${name} with text of twice the size`)
  await page.emulateMedia({ forcedColors: "active" })
  const bare = await page.evaluate(`[...document.querySelectorAll("button, a.action, input:not([type=hidden]), select")]
    .filter((element) => element.offsetParent !== null && !/^(?:radio|checkbox)$/.test(element.type))
    .filter((element) => parseFloat(getComputedStyle(element).borderTopWidth) === 0)
    .map((element) => element.outerHTML.slice(0, 80))`)
  assert.deepStrictEqual(bare, [], `${name} in forced colours`)
  await page.emulateMedia({ forcedColors: "none" })
  await page.setViewportSize(narrowest)
}

/** What another language and other colours of a customer's browser are. */
export interface Look {
  readonly language: string
  readonly colorScheme: "light" | "dark"
}

/** The narrowest window, in a language and its colours; it closes with the scope. */
export const narrow = (browser: Browser, { colorScheme, language }: Look) =>
  Effect.acquireRelease(
    Effect.promise(() => browser.newContext({ viewport: narrowest, locale: language, colorScheme })),
    (opened) => Effect.promise(() => opened.close())
  )
