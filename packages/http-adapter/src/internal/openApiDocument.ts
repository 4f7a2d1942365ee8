/**
 * What is corrected in the generated document: the platform adds an answer of its own server, which does not serve us,
 * and does not know what each status means here.
 */

interface Schema {
  $id?: string
  $ref?: string
  anyOf?: ReadonlyArray<{ $ref?: string }>
  description?: string
}

interface Answer {
  description: string
  content?: Record<string, { schema: Schema }>
}

interface Document {
  paths: Record<string, Record<string, { responses: Record<string, Answer> }>>
  components: { schemas: Record<string, unknown> }
}

/** Source: D4. */
const meanings: Readonly<Record<string, string>> = {
  "200": "Success",
  "400": "The request was refused; errors says why, field by field",
  "401": "Wrong or missing credentials",
  "404": "There is no such record in this shop",
  "409": "The first request with this idempotency key has no answer yet",
  "413": "The body is larger than 64 KiB",
  "415": "The content type is not JSON",
  "422": "The idempotency key was used for another request",
  "429": "Too many requests of this shop, or of all, at a time; Retry-After says when to try again",
  "500": "A failure of the gateway",
  "503": "The gateway cannot serve now; the same request may be sent again"
}

const foreign = "#/components/schemas/HttpApiDecodeError"

/** Where the platform adds its answer, ours without content becomes one with this for a document. */
const emptied = "/schemas/void"

const own = (answer: Answer): Answer | undefined => {
  const media = answer.content?.["application/json"]
  if (media === undefined) return answer
  if (media.schema.$ref === foreign) return undefined
  if (media.schema.$id === emptied) return { description: media.schema.description ?? answer.description }
  const kept = media.schema.anyOf?.filter(({ $ref }) => $ref !== foreign)
  if (kept === undefined) return answer
  return { ...answer, content: { "application/json": { schema: kept.length === 1 ? kept[0]! : { anyOf: kept } } } }
}

const answers = (generated: Record<string, Answer>): Record<string, Answer> => {
  const kept: Record<string, Answer> = {}
  for (const [status, answer] of Object.entries(generated)) {
    const ours = own(answer)
    if (ours === undefined) continue
    const meaning = ours.content === undefined ? undefined : meanings[status]
    kept[status] = { ...ours, description: meaning ?? ours.description }
  }
  return kept
}

export const corrected = (generated: Record<string, unknown>): Record<string, unknown> => {
  const document = generated as unknown as Document
  for (const methods of Object.values(document.paths)) {
    for (const operation of Object.values(methods)) operation.responses = answers(operation.responses)
  }
  const { HttpApiDecodeError: _, Issue: __, PropertyKey: ___, ...schemas } = document.components.schemas
  return { ...generated, components: { ...document.components, schemas } }
}
