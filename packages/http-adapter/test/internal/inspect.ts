// What axe-core says about a page of customers.
import { assert } from "@effect/vitest"
import { source } from "axe-core"
import * as Effect from "effect/Effect"
import type { Browser, Page } from "playwright-core"
import { type Sample, show } from "./sample.js"

// Off by default: WCAG 2.2, 2.5.8.
const all = { resultTypes: ["violations"], rules: { "target-size": { enabled: true } } }

/** What another language and other colours can do to the same page. */
const differing = {
  resultTypes: ["violations"],
  runOnly: [
    ...["color-contrast", "html-has-lang", "html-lang-valid", "document-title"],
    ...["button-name", "link-name", "label", "image-alt", "target-size"]
  ]
}

/** What axe-core finds wrong with the page. */
const violations = async (page: Page, language: string): Promise<ReadonlyArray<string>> => {
  await page.evaluate(source)
  const options = JSON.stringify(language === "en" ? all : differing)
  const found = await page.evaluate(
    `axe.run(${options}).then(({ violations }) => violations.map(({ id, help }) => id + ": " + help))`
  )
  return found as ReadonlyArray<string>
}

/** Shows it, and looks for what axe finds, for its language, and for text that does not fit. */
export const inspect = async (page: Page, sample: Sample, language: string): Promise<void> => {
  await show(page, sample)
  assert.strictEqual(await page.getAttribute("html", "lang"), language, sample.name)
  assert.deepStrictEqual(await violations(page, language), [], sample.name)
  const overflow = await page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
  assert.strictEqual(overflow, 0, sample.name)
}

/** What another language and other colours of a customer's browser are. */
export interface Look {
  readonly language: string
  readonly colorScheme: "light" | "dark"
}

/** The narrowest window, in a language and its colours; it closes with the scope. */
export const narrow = (browser: Browser, { colorScheme, language }: Look) =>
  Effect.acquireRelease(
    Effect.promise(() => browser.newContext({ viewport: { width: 320, height: 640 }, locale: language, colorScheme })),
    (opened) => Effect.promise(() => opened.close())
  )
