/** How VitePress makes the site: from the staged pages, without a request to any other host. */
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { defineConfig, type MarkdownOptions } from "vitepress"
import { draw } from "./Diagram.js"
import { slug } from "./Markdown.js"
import * as Navigation from "./Navigation.js"

const folder = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url))

/** Where the pages are before VitePress takes them. */
export const staged = folder(".staged")

/** Where the site is. */
export const built = folder("dist")

type Renderer = Parameters<NonNullable<MarkdownOptions["config"]>>[0]

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;")

/** A block of Mermaid is a figure, whose source is its alternative text. */
const withDiagrams = (markdown: Renderer): void => {
  const fence = markdown.renderer.rules.fence!
  markdown.renderer.rules.fence = (...args) => {
    const [tokens, index] = args
    const { content, info } = tokens[index]!
    if (info.trim() !== "mermaid") return fence(...args)
    return `<figure class="diagram" v-pre tabindex="0" aria-label="${escaped(content)}">${draw(content)}</figure>\n`
  }
}

/** Long names break behind a dot or an underscore, so that a table keeps what they mean in sight. */
const withBreaks = (markdown: Renderer): void => {
  const code = markdown.renderer.rules.code_inline!
  markdown.renderer.rules.code_inline = (...args) => code(...args).replaceAll(/(?<=\w[._])(?=\w)(?![^<]*>)/g, "<wbr>")
}

/** The picture is part of its page, so that it is light or dark as the page is. */
const withPicture = (markdown: Renderer): void => {
  const image = markdown.renderer.rules.image!
  markdown.renderer.rules.image = (...args) => {
    const [tokens, index] = args
    const token = tokens[index]!
    return token.attrGet("src") === "/florin.svg"
      ? readFileSync(`${staged}/public/florin.svg`, "utf8").replace(
          "<svg ",
          `<svg v-pre aria-label="${escaped(token.content)}" `
        )
      : image(...args)
  }
}

/** Pages that are tables of many columns have the whole width. */
const wide = /^(machines\/|comparison|conformance|repository\/)/

export const config = defineConfig({
  ...{ title: "Florin", description: "A payment gateway that runs inside a Node process", lang: "en-GB" },
  ...{ srcDir: staged, outDir: built, cacheDir: folder("node_modules/.cache/vitepress") },
  head: [["link", { rel: "icon", type: "image/svg+xml", href: "/logo.svg" }]],
  markdown: {
    anchor: { slugify: slug },
    config: (markdown) => {
      withDiagrams(markdown)
      withPicture(markdown)
      withBreaks(markdown)
    }
  },
  transformPageData: ({ frontmatter, relativePath }) => {
    if (wide.test(relativePath)) frontmatter.aside = false
  },
  themeConfig: {
    logo: { src: "/logo.svg", alt: "" },
    nav: [
      { text: "Start", link: "/start" },
      { text: "Guides", link: "/guides/embed", activeMatch: "^/guides/" },
      { text: "Reference", link: "/reference/operations", activeMatch: "^/reference/" }
    ],
    sidebar: Navigation.sidebar().map((section) => ({ ...section, collapsed: false })),
    outline: [2, 3],
    search: {
      provider: "local",
      options: {
        // Every word of a search has to be there: a heading with one of them is no better than a text with all.
        miniSearch: {
          searchOptions: { combineWith: "AND", fuzzy: 0.2, prefix: true, boost: { title: 4, titles: 1, text: 2 } }
        },
        // Code of the repository is shown, not searched.
        _render: (text, env, markdown) => {
          const html = markdown.render(text, env)
          return env.frontmatter?.search === false ? "" : html
        }
      }
    },
    docFooter: { prev: "Before", next: "Next" }
  }
})
