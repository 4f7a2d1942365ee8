import { tryGuide } from "./internal/guide.js"

tryGuide({
  about: "the guide to subscriptions",
  file: "docs/guides/subscriptions.md",
  learn: (answer) => {
    const { id } = answer as { readonly id?: string }
    return {
      plan: id?.startsWith("pln_") === true ? id : undefined,
      subscription: id?.startsWith("sbs_") === true ? id : undefined
    }
  },
  answers: 7,
  untried: ["Start a server", "In your own app"]
})
