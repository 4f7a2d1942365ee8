import { createHash } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import { english as faults } from "@florin/core/language/CardFaults"
import { CustomerLanguages, english as messages } from "@florin/core/language/CustomerMessages"
import { english } from "@florin/pages/English"
import { html } from "@florin/pages/Html"
import type { Language } from "@florin/pages/Language"
import * as Pages from "@florin/pages/Pages"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { expectTypeOf } from "vitest"

const made = (options: Pages.PageOptions) => Either.getOrThrow(Pages.make(options))
const missing = (pages: Pages.HostedPages, language = "en") =>
  pages.problem({ problem: "not-found", language, passes: false })

const dot = "data:image/png;base64,iVBORw0KGgo="

const arabic: Language = {
  ...english,
  ...{ tag: "ar", direction: "rtl", locale: "ar-EG" },
  words: {
    ...english.words,
    problems: { ...english.words.problems, "not-found": { title: "الصفحة غير موجودة", text: "لا يوجد شيء هنا." } }
  }
}

describe("a host", () => {
  it("adds a language, which answers for its regions", () => {
    const pages = made({ languages: [arabic] })
    for (const tag of ["ar", "ar-MA", "de;q=0.1, ar;q=0.5"]) {
      assert.include(missing(pages, tag), '<html lang="ar" dir="rtl">')
      assert.include(missing(pages, tag), "<h1>الصفحة غير موجودة</h1>")
    }
    assert.include(missing(pages, "fr"), "<h1>Page not found</h1>")
    assert.include(missing(pages, "ru"), "<h1>Страница не найдена</h1>")
  })

  it("replaces a language by another of the same tag, also English, which stays the first", () => {
    const words = { ...english.words, problems: arabic.words.problems }
    const pages = made({ languages: [arabic, { ...english, words }] })
    assert.deepStrictEqual(
      pages.languages.map(({ tag }) => tag),
      ["en", "ru", "ar"]
    )
    assert.include(missing(pages, "fr"), "<h1>الصفحة غير موجودة</h1>")
  })

  it("cannot leave out a text", () => {
    const { receipt: _, ...words } = english.words
    expectTypeOf({ ...english, words }).not.toExtend<Language>()
    const { funds: __, ...messages } = english.messages
    expectTypeOf({ ...english, messages }).not.toExtend<Language>()
    expectTypeOf({ ...english, tag: "de" }).toExtend<Language>()
  })

  it.effect("has its languages' messages in the answers, too", () =>
    Effect.gen(function* () {
      const languages = yield* CustomerLanguages
      assert.deepStrictEqual(
        languages.map(({ tag }) => tag),
        ["en", "ru", "ar"]
      )
    }).pipe(Effect.provide(Pages.layer({ languages: [arabic] })))
  )

  it("chooses colours and adds styles, and the policy lets them through", () => {
    const pages = made({
      colours: { light: { accent: "#0a7" }, dark: { accent: "oklch(80% 0.1 160)" } },
      styles: "h1{}"
    })
    const style = /<style>([\s\S]*?)<\/style>/.exec(missing(pages))?.[1] ?? ""
    assert.include(style, "--accent:#0a7;")
    assert.include(style, "--accent:oklch(80% 0.1 160);")
    assert.isTrue(style.endsWith("h1{}"))
    const hash = createHash("sha256").update(style).digest("base64")
    assert.include(pages.contentSecurityPolicy({}), `style-src 'sha256-${hash}'`)
    assert.notInclude(pages.contentSecurityPolicy({}), "img-src")
  })

  it("shows its logo, of which only the picture itself is let through", () => {
    const pages = made({ logo: { image: dot, imageInDark: `${dot.slice(0, -1)}A`, text: 'Books "&" Co.' } })
    assert.include(missing(pages), `<img class="logo" src="${dot}" alt="Books &quot;&amp;&quot; Co.">`)
    assert.include(missing(pages), '<source media="screen and (prefers-color-scheme:dark)" srcset="data:')
    assert.include(pages.contentSecurityPolicy({}), "; img-src data:;")
  })

  it("replaces a whole page, within the frame of all pages", () => {
    const pages = made({
      replace: {
        problem: ({ problem }, { languageOf, layout }) =>
          layout({ language: languageOf("en"), title: "Oh", content: html`<h1>${`<${problem}>`}</h1>` })
      }
    })
    assert.include(missing(pages), "<h1>&lt;not-found&gt;</h1>")
    assert.include(missing(pages), "<title>Oh</title>")
  })
})

describe("an option of the pages that cannot be used", () => {
  const colour = "must be a CSS colour such as #1d4ed8, of a name in Colours"
  const picture = "must be a data: URL of a PNG, JPEG, WebP or SVG in base64, up to 64 KiB"
  const light = (accent: string) => ({ colours: { light: { accent } } })

  it.each<[Pages.PageOptions, string]>([
    [light("red"), `colours.light.accent ${colour}`],
    [light("#12345"), `colours.light.accent ${colour}`],
    [light("#123;}</style><script>"), `colours.light.accent ${colour}`],
    [light("rgb(0 0 0);background:url(x)"), `colours.light.accent ${colour}`],
    [light("rgb(var(--x))"), `colours.light.accent ${colour}`],
    [{ colours: { dark: { "a:b;c": "#123" } as never } }, `colours.dark.a:b;c ${colour}`],
    [{ logo: { image: "https://cdn.example/logo.png", text: "" } }, `logo.image ${picture}`],
    [{ logo: { image: "data:text/html;base64,AAAA", text: "" } }, `logo.image ${picture}`],
    [{ logo: { image: `data:image/png;base64,${"A".repeat(90_000)}`, text: "" } }, `logo.image ${picture}`],
    [{ logo: { image: dot, imageInDark: `${dot}"`, text: "" } }, `logo.imageInDark ${picture}`],
    [{ styles: "a{}</style><script>" }, "styles must be CSS without <"]
  ])("%# is refused with a sentence and without its value", (options, sentence) => {
    const refused = Either.flip(Pages.make(options))
    assert.strictEqual(Either.isRight(refused) && refused.right.message, sentence)
  })

  it.each(["#123", "#12345678", "#A1b2C3", "rgb(1 2 3 / 50%)", "hsl(120, 50%, 50%)", "oklch(55% 0.2 260)"])(
    "does not include %s",
    (accent) => {
      assert.isTrue(Either.isRight(Pages.make(light(accent))))
    }
  )
})

/** Everything that texts say, also by functions, without what those fill in. */
const textsIn = (texts: unknown): ReadonlyArray<string> => {
  if (typeof texts === "function") return [...String(texts).matchAll(/"[^"]*"|`[^`]*`/g)].map(([text]) => text)
  if (typeof texts === "object" && texts !== null) return Object.values(texts).flatMap(textsIn)
  return typeof texts === "string" ? [texts] : []
}

describe("what customers read in English", () => {
  it("calls the shop by one word", () => {
    const all = textsIn([english.words, messages, faults]).map((text) => text.replace(/\$\{[^}]*\}/g, ""))
    assert.isAbove(all.length, 300)
    assert.deepStrictEqual(
      all.filter((text) => /merchant|seller|store\b/i.test(text)),
      []
    )
  })
})
