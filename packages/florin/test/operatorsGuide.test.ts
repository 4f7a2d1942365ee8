import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { blocks } from "./internal/documents.js"
import { tryGuide } from "./internal/guide.js"

const file = "docs/operations/operators.md"
const listed = blocks.find((block) => block.file === file && block.heading === "Keys" && block.language === "json")
const [anna] = JSON.parse(listed?.text ?? "[]") as ReadonlyArray<{ readonly id: string; readonly key: string }>

tryGuide({
  about: "the guide for operators",
  file,
  // `<payment>` and `<proof>` stand for what was made last.
  learn: (answer) => {
    const { transaction } = answer as { readonly transaction?: { readonly type: string; readonly uid: string } }
    return transaction === undefined ? {} : { [transaction.type]: transaction.uid }
  },
  answers: 7,
  around: (cwd) => {
    const FLORIN_OPERATORS = join(cwd, "operators.json")
    writeFileSync(FLORIN_OPERATORS, listed?.text ?? "", { mode: 0o600 })
    return { server: { FLORIN_OPERATORS }, terminal: { FLORIN_OPERATOR: `${anna?.id}:${anna?.key}` } }
  },
  untried: ["Keys", "Start a server", "Signed in at the host", "What needs a second person"]
})
