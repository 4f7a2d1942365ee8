/** The entry of an operation in the contract, made from its row. */
import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { required } from "@florin/core/request/Fields"
import { answers } from "@florin/wire/Answers"
import type * as Operation from "@florin/wire/operations/Operation"
import { groups, operatorTable, sandboxTable, table } from "@florin/wire/operations/Table"
import { FailureDocument } from "@florin/wire/Schemas"
import * as Schema from "effect/Schema"
import {
  afterBody,
  at,
  type Endpoint,
  endpoint,
  failures,
  GuestCredentials,
  OperatorCredentials,
  refusals,
  repeatable,
  ShopCredentials,
  summary
} from "./contractParts.js"

const sent = ({ schema, wrapper }: NonNullable<Operation.Any["body"]>): Schema.Schema.Any =>
  wrapper === undefined
    ? schema
    : Schema.Struct({ [wrapper]: required(schema as Schema.Schema<unknown>, "What is asked for.") })

/** Whether its route takes a key. */
const changes = ({ at }: Operation.Any): boolean => at?.startsWith("GET") === false

/** Refusals by their statuses: which there can be depends on what an operation takes. Source: D4. */
const refusalsOf = (row: Operation.Any): ReadonlyArray<Schema.Schema.Any> => {
  const { document, invalid, missing = document, unauthorized } = row.form
  const own = (status: number) => at(answers[document], status)
  const { status } = invalid([])
  const isChange = changes(row)
  // A row with an owner of its own finds its record by what is sent.
  const isOfRecord = row.subject !== undefined || row.owner !== undefined
  const statuses = new Set<number>([unauthorized.status])
  if (isChange) statuses.add(400)
  if (isChange || row.query !== undefined) statuses.add(status)
  const change = isChange
    ? [refusals.inFlight, ...afterBody, ...(status === 422 ? [] : [at(FailureDocument, 422)])]
    : []
  return [
    ...Array.from(statuses, own),
    ...(row.permission === "operator" ? [refusals.forbidden] : []),
    ...(isOfRecord && row.mayBeNone !== true ? [at(answers[missing], 404)] : []),
    ...change,
    ...failures
  ]
}

const credentials: Readonly<Record<Operation.Permission, unknown>> = {
  shop: ShopCredentials,
  capability: GuestCredentials,
  operator: OperatorCredentials,
  sandbox: ShopCredentials
}

const nothing = HttpApiSchema.Empty(204).annotations({ description: "It was done" })

const described = (row: Operation.Any, endpoint: Endpoint): Endpoint => {
  const { body, query, reply, status = 200, subject } = row
  const answer = answers[reply?.schema ?? row.answer]
  let made = endpoint
  if (subject !== undefined) {
    const { description, name, schema } = subject
    made = made.setPath(Schema.Struct({ [name]: (schema as Schema.Schema<string>).annotations({ description }) }))
  }
  if (changes(row)) made = made.setHeaders(repeatable)
  if (query !== undefined) made = made.setUrlParams(Schema.Struct(query))
  if (body !== undefined) made = made.setPayload(sent(body))
  made = made.addSuccess(status === 204 ? nothing : status === 200 ? answer : at(answer, status))
  if (row.moves !== undefined && row.permission === "operator")
    made = made.addSuccess(answers.ApprovalDocument, { status: 202 })
  if (row.mayExist === true) made = made.addSuccess(answer, { status: 200 })
  for (const refusal of refusalsOf(row)) made = made.addError(refusal)
  made = made.middleware(credentials[row.permission])
  made = made.annotateContext(summary(row.title, row.description))
  return row.isHidden === true ? made.annotate(OpenApi.Exclude, true) : made
}

/** An alias that names no method has that of the row. */
const placeOf = (alias: string, at: string): NonNullable<Operation.Any["at"]> =>
  (alias.startsWith("/") ? `${at.split(" ")[0]} ${alias}` : alias) as NonNullable<Operation.Any["at"]>

/** One for each path of the operation. */
export const endpointsOf = (row: Operation.Any): ReadonlyArray<HttpApiEndpoint.HttpApiEndpoint.Any> => {
  if (row.at === undefined) return []
  const own = described(row, endpoint(row.id, row.at))
  const others = Object.entries(row.aliases ?? {}).map(([id, alias]) =>
    described({ ...row, isHidden: true }, endpoint(id, placeOf(alias, row.at!)))
  )
  return [own, ...others] as unknown as ReadonlyArray<HttpApiEndpoint.HttpApiEndpoint.Any>
}

/** A group of operations, in the order of the table. */
export const groupOf = <const Name extends Operation.Group>(
  name: Name
): HttpApiGroup.HttpApiGroup<Name, HttpApiEndpoint.HttpApiEndpoint<never, "GET">> =>
  Object.values<Operation.Any>({ ...table, ...operatorTable, ...sandboxTable })
    .filter(({ group }) => group === name)
    .flatMap(endpointsOf)
    .reduce<HttpApiGroup.HttpApiGroup.Any>(
      (group, endpoint) => (group as HttpApiGroup.HttpApiGroup<Name>).add(endpoint as never),
      HttpApiGroup.make(name).annotateContext(OpenApi.annotations(groups[name]))
    ) as never
