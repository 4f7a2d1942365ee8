/** The contract as a page for people, made from its OpenAPI document. */
import { type Html, html } from "./internal/html.js"
import { fieldsOf, summaryOf } from "./internal/schemaFields.js"
import type { JsonSchema } from "./JsonSchema.js"
import { layout } from "./Layout.js"

/** One operation of an OpenAPI document. */
export interface OpenApiOperation {
  readonly tags?: ReadonlyArray<string>
  readonly operationId?: string
  readonly summary?: string
  readonly description?: string
  readonly parameters?: ReadonlyArray<{
    readonly name: string
    readonly in: string
    readonly required: boolean
    readonly schema: JsonSchema
  }>
  readonly requestBody?: { readonly content: Content }
  readonly responses?: Readonly<Record<string, { readonly description?: string; readonly content?: Content }>>
}

type Content = Readonly<Record<string, { readonly schema: JsonSchema } | undefined>>

/** The parts of an OpenAPI 3.1 document that the page shows. */
export interface OpenApiDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description?: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> }
  readonly tags?: ReadonlyArray<{ readonly name: string; readonly description?: string }>
}

interface Entry {
  readonly id: string
  readonly path: string
  readonly method: string
  readonly operation: OpenApiOperation
}

const entries = (document: OpenApiDocument): ReadonlyArray<Entry> =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      id: (operation.operationId ?? `${method}${path}`).replace(/[^A-Za-z0-9]+/g, "-"),
      path,
      method: method.toUpperCase(),
      operation
    }))
  )

const jsonOf = (content: Content | undefined): JsonSchema | undefined => content?.["application/json"]?.schema

const parameters = ({ operation }: Entry, document: OpenApiDocument): Html | undefined => {
  const known = operation.parameters ?? []
  if (known.length === 0) return undefined
  const rows = known.map(
    (parameter) =>
      html`<li><code>${parameter.name}</code> in ${parameter.in}: ${summaryOf(
        parameter.schema,
        document.components.schemas,
        parameter.required
      )}</li>`
  )
  return html`<h4>Parameters</h4><ul class="fields">${rows}</ul>`
}

const request = ({ operation }: Entry, { components }: OpenApiDocument): Html | undefined => {
  const schema = jsonOf(operation.requestBody?.content)
  return schema && html`<h4>Request</h4>${fieldsOf(schema, components.schemas)}`
}

const responses = ({ operation }: Entry, { components }: OpenApiDocument): Html => {
  const rows = Object.entries(operation.responses ?? {}).map(([status, { content, description }]) => {
    const head = html`<code>${status}</code> ${description}`
    const schema = jsonOf(content)
    return schema === undefined
      ? html`<li>${head}</li>`
      : html`<li><details><summary>${head}</summary>${fieldsOf(schema, components.schemas)}</details></li>`
  })
  return html`<h4>Answers</h4><ul class="fields">${rows}</ul>`
}

const operationOf = (entry: Entry, document: OpenApiDocument): Html =>
  html`<article id="${entry.id}">
<h3>${entry.operation.summary ?? entry.id}</h3>
<p><code><span class="method">${entry.method}</span>${entry.path}</code></p>
${entry.operation.description !== undefined && html`<p>${entry.operation.description}</p>`}
${parameters(entry, document)}
${request(entry, document)}
${responses(entry, document)}
</article>`

/** The page. It has no script: sections fold by themselves. */
export const documentation = (document: OpenApiDocument): string => {
  const all = entries(document)
  const groups = (document.tags ?? []).map((tag) => ({
    tag,
    operations: all.filter(({ operation }) => operation.tags?.includes(tag.name) === true)
  }))
  const links = all.map(({ id, operation }) => html`<li><a href="#${id}">${operation.summary ?? id}</a></li>`)
  const sections = groups.map(
    ({ operations, tag }) => html`<section>
<h2>${tag.name}</h2>
${tag.description !== undefined && html`<p>${tag.description}</p>`}
${operations.map((entry) => operationOf(entry, document))}
</section>`
  )
  return layout({
    language: "en",
    title: `${document.info.title} ${document.info.version}`,
    wide: true,
    before: html`<a class="skip" href="#main">Skip to the content</a>`,
    content: html`<h1>${document.info.title} <span class="soft">${document.info.version}</span></h1>
${document.info.description !== undefined && html`<p>${document.info.description}</p>`}
<p><a href="openapi.json">OpenAPI document</a></p>
<nav aria-label="Operations"><ul>${links}</ul></nav>
${sections}`
  })
}
