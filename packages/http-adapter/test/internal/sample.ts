// One page of customers, and how it is come by.
import type { Page } from "playwright-core"

export interface Sample {
  readonly name: string
  /** Of its own. Default: that of all. */
  readonly language?: string
  /** Where the page is, or the page itself where only a failure shows it. */
  readonly url?: string
  readonly html?: string
  /** What is typed first, by the ids of fields. */
  readonly type?: Readonly<Record<string, string>>
  /** The buttons that are pressed first, by their place on each page. */
  readonly press?: ReadonlyArray<number>
  /** Our script adds to it what customers see, and leaves it as it is for some seconds. */
  readonly isScripted?: boolean
}

/** Opens it. Unless it is scripted, the browser runs no script of ours, so that the page stays as it is first seen. */
export const show = async (page: Page, { html, press = [], type = {}, url }: Sample): Promise<void> => {
  if (url === undefined) await page.setContent(html ?? "")
  else await page.goto(url)
  // What was paid for a picture before is paid.
  const [field] = Object.keys(type)
  if (field !== undefined && (await page.locator(`#${field}`).count()) === 0) return
  for (const [id, text] of Object.entries(type)) await page.locator(`#${id}`).fill(text)
  for (const place of press) await page.getByRole("button").nth(place).click()
}
