/** The page in place of one that cannot be shown. */
import type { Design } from "./Design.js"
import { html } from "./Html.js"
import * as Icons from "./internal/icons.js"
import { headline } from "./internal/parts.js"
import type * as Language from "./Language.js"

export interface ProblemPage {
  /** Why there is no other page. */
  readonly problem: Language.Problem
  /** The request's `Accept-Language`. */
  readonly language: string
  /** Identifies the request in the log, for the customer to quote. */
  readonly requestId?: string
  /** Loading the page again may help. */
  readonly passes: boolean
}

export const problem = (model: ProblemPage, design: Design): string => {
  const language = design.languageOf(model.language)
  const { problems, requestId, tryAgain } = language.words
  const { text, title } = problems[model.problem]
  return design.layout({
    language,
    title,
    content: html`<article><div class="body">
${design.logo}${headline("incomplete", Icons.question, title)}
<p>${text}</p>
${model.passes && html`<p class="actions"><a class="action second" href="">${tryAgain}</a></p>`}
${model.requestId !== undefined && html`<p class="soft">${requestId}: ${model.requestId}</p>`}
</div></article>`
  })
}
