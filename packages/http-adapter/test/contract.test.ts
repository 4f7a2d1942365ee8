// The OpenAPI document, as tools and people read it.
import SwaggerParser from "@apidevtools/swagger-parser"
import { assert, describe, it } from "@effect/vitest"
import * as Api from "@florin/http-adapter/Api"
import { type Any, exampleOf } from "@florin/wire/operations/Operation"
import { operatorTable, sandboxTable, table } from "@florin/wire/operations/Table"
import { createConfig, lintFromString } from "@redocly/openapi-core"
import { Ajv2020 } from "ajv/dist/2020.js"
import * as Effect from "effect/Effect"
import * as Wired from "./wired.js"

interface Media {
  readonly example?: unknown
}

interface Operation {
  readonly operationId: string
  readonly summary?: string
  readonly description?: string
  readonly security: ReadonlyArray<object>
  readonly parameters: ReadonlyArray<{ readonly name: string; readonly description?: string }>
  readonly requestBody?: { readonly content: Record<string, Media> }
  readonly responses: Record<string, { readonly content?: Record<string, Media> }>
}

interface Document {
  readonly paths: Record<string, Record<string, Operation>>
}

const offers = [
  { of: "every host", offered: { sandbox: false, acquirers: false } },
  { of: "a host with a sandbox", offered: { sandbox: true, acquirers: false } },
  { of: "a host whose acquirer tells", offered: { sandbox: false, acquirers: true } },
  { of: "a host with both", offered: { sandbox: true, acquirers: true } },
  { of: "a host with operators", offered: { operators: true, sandbox: false, acquirers: false } },
  { of: "a host with everything", offered: { operators: true, sandbox: true, acquirers: true } }
]

const documentOf = (offered: Api.Offered) => JSON.stringify(Api.openApi(Api.contract(offered)))

const everything = { operators: true, sandbox: true, acquirers: true }

const whole: Document = JSON.parse(documentOf(everything))
const operations = Object.values(whole.paths).flatMap((methods) => Object.values(methods))

describe.each(offers)("the document of $of", ({ offered }) => {
  it.effect("is valid to swagger-parser", () =>
    Effect.promise(() => SwaggerParser.validate(JSON.parse(documentOf(offered))))
  )

  it.effect("gives Redocly's recommended rules nothing to report", () =>
    Effect.promise(async () => {
      const config = await createConfig({ extends: ["recommended"] })
      const problems = await lintFromString({ source: documentOf(offered), absoluteRef: "/openapi.json", config })
      // Whoever comes back from the acquirer is only sent on.
      const sentOn = "#/paths/~1process~1{uid}~1return/get/responses"
      assert.deepStrictEqual(
        problems
          .map(({ location, message, ruleId }) => [ruleId, message, location[0]?.pointer])
          .filter(([, , pointer]) => pointer !== sentOn),
        []
      )
    })
  )
})

interface Schematic {
  readonly schema?: object
}

/** The places of all schemas of requests, parameters and answers. */
const schemasIn = (node: unknown, place: string): ReadonlyArray<string> => {
  if (typeof node !== "object" || node === null) return []
  const own = (node as Schematic).schema === undefined ? [] : [`${place}/schema`]
  const below = Object.entries(node).filter(([name]) => name !== "example" && name !== "schema")
  const escaped = (name: string) => encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"))
  return [...own, ...below.flatMap(([name, inner]) => schemasIn(inner, `${place}/${escaped(name)}`))]
}

describe("a schema of the document", () => {
  it("D1: compiles in Ajv's 2020 dialect, wherever it stands", () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    ajv.addSchema(whole, "florin")
    const places = [
      ...Object.keys(JSON.parse(documentOf(everything)).components.schemas).map(
        (name) => `/components/schemas/${name}`
      ),
      ...schemasIn(whole.paths, "/paths")
    ]
    assert.isAbove(places.length, 200)
    for (const place of places) assert.isFunction(ajv.getSchema(`florin#${place}`), place)
  }, 60_000)
})

/** Each member of an object that is described without a sentence, by its place. */
const silent = (node: unknown, place = ""): ReadonlyArray<string> => {
  if (typeof node !== "object" || node === null) return []
  const { properties } = node as { readonly properties?: Record<string, { readonly description?: string }> }
  const mute = Object.entries(properties ?? {})
    .filter(([, schema]) => !/^.{3,}\.$/s.test(schema.description ?? ""))
    .map(([name]) => `${place}/${name}`)
  const below = Object.entries(node).filter(([name]) => name !== "example")
  return [...mute, ...below.flatMap(([name, inner]) => silent(inner, `${place}/${name}`))]
}

/** The places of objects that say of members which they do not list whether there may be any. */
const opened = (node: unknown, place = ""): ReadonlyArray<string> => {
  if (typeof node !== "object" || node === null) return []
  const own = "additionalProperties" in node ? [place] : []
  const below = Object.entries(node).filter(([name]) => name !== "example")
  return [...own, ...below.flatMap(([name, inner]) => opened(inner, `${place}/${name}`))]
}

describe("the document", () => {
  // What it says of further members, generators put into types: any name passes, or a new member of an answer fails.
  it("leaves open only what has names of its own: errors by field, features, what a shop sends along, and what waits", () => {
    assert.deepStrictEqual(opened(JSON.parse(documentOf(everything))), [
      "/paths//plans/post/responses/200/content/application/json/schema/properties/features",
      // The body of whichever operation waits for a second person.
      "/paths//operator/proofs/{uid}/approve/post/responses/202/content/application/json/schema/properties/request",
      "/paths//operator/transactions/{uid}/correct/post/responses/202/content/application/json/schema/properties/request",
      "/components/schemas/AdditionalData/properties/meta",
      "/components/schemas/ErrorDocument/properties/response/properties/errors",
      "/components/schemas/CheckoutRequest/properties/order/properties/additional_data",
      "/components/schemas/CheckoutRequest/properties/settings/properties/style",
      "/components/schemas/CheckoutErrorDocument/properties/errors",
      "/components/schemas/CheckoutErrorDocument/properties/response/properties/errors",
      "/components/schemas/CheckoutDocument/properties/checkout/properties/order/properties/additional_data",
      "/components/schemas/CheckoutDocument/properties/checkout/properties/settings",
      "/components/schemas/CheckoutDocument/properties/checkout/properties/customer",
      "/components/schemas/CheckoutListDocument/properties/checkouts/items/properties/order/properties/additional_data",
      "/components/schemas/CheckoutListDocument/properties/checkouts/items/properties/settings",
      "/components/schemas/CheckoutListDocument/properties/checkouts/items/properties/customer",
      "/components/schemas/ProductRequest/properties/additional_data",
      "/components/schemas/ProductDocument/properties/additional_data",
      "/components/schemas/BillingErrorDocument/properties/errors",
      "/components/schemas/Transfer/properties/additional_data/properties/meta",
      "/components/schemas/PlanRequest/properties/features",
      "/components/schemas/PlanDocument/properties/features",
      "/components/schemas/EntitlementsDocument/properties/features",
      "/components/schemas/EntitlementsDocument/properties/subscriptions/items/properties/features",
      "/components/schemas/SubscriptionRequest/properties/additional_data",
      "/components/schemas/SubscriptionDocument/properties/additional_data",
      "/components/schemas/ApprovalDocument/properties/request"
    ])
  })

  it("has a sentence for every field", () => {
    assert.deepStrictEqual(silent(whole), [])
  })

  it("sees a field that has none", () => {
    const field = { description: "Says something." }
    const schema = {
      properties: { reported: field, silent: {}, blank: { description: "" }, word: { description: "Word" } }
    }
    assert.deepStrictEqual(silent({ a: [schema] }), ["/a/0/silent", "/a/0/blank", "/a/0/word"])
  })

  it("has a sentence for every operation and parameter", () => {
    for (const { description, operationId, parameters, summary } of operations) {
      assert.isDefined(summary, operationId)
      assert.match(description ?? "", /\.$/, operationId)
      for (const parameter of parameters) assert.match(parameter.description ?? "", /\.$/, parameter.name)
    }
  })

  // A group that the contract does not add has no route, though types and the table agree.
  it("has a route for every row of every table", () => {
    const named = new Set<string>(Api.routes(Api.contract(everything)).map(({ name }) => name))
    const rows = [table, operatorTable, sandboxTable].flatMap((all) => Object.values<Any>(all))
    assert.deepStrictEqual(
      rows.filter(({ at, id }) => at !== undefined && !named.has(id)).map(({ id }) => id),
      []
    )
  })

  // Readers of OpenAPI hold two paths with tracking ids for ambiguous. Also left out are older names of routes, and what
  // only browsers send and load.
  it("names every route but some, each by a name of its own", () => {
    const named = operations.map(({ operationId }) => operationId)
    const routes = Api.routes(Api.contract(everything)).map(({ name }) => name)
    const unlisted = [
      "findNewestByTrackingId",
      "findTransfersByTrackingId",
      "payByTransferSingular",
      "payOutByTransferSingular",
      "refundTransferSingular",
      "processReturn",
      "verificationScript",
      "payForPlan",
      "giveNewCard",
      "receiveUpstreamNotification",
      "buyProduct",
      "confirmOrder",
      "widgetScript",
      "cardScript",
      "transferStatus",
      "transferScript",
      "portalAction",
      "start",
      "docsScript",
      "docsStyle",
      "createPaymentToken",
      ...["applePay", "googlePay"],
      ...["createCardV2", "listCardsV1", "findCardV1", "updateCardV2", "replaceCardV2", "deleteCardV1"],
      "checkoutPageV2",
      "checkoutWidget",
      "payCheckout",
      "payCheckoutV2",
      "payCheckoutWidget"
    ]
    assert.sameMembers([...named, ...unlisted], [...routes])
    assert.strictEqual(new Set(named).size, named.length)
  })

  it("has an example of every request and answer", () => {
    for (const { operationId, requestBody, responses } of operations) {
      const media = [requestBody, ...Object.values(responses)].flatMap((_) => Object.values(_?.content ?? {}))
      for (const { example } of media) assert.isDefined(example, operationId)
    }
  })

  // Source: D2.
  it("asks for the shop's credentials on every merchant route and on no other", () => {
    const open = operations.filter(({ security }) => security.length === 0).map(({ operationId }) => operationId)
    const others = [
      "process",
      "processMethod",
      "processReturned",
      "planPage",
      "newCardPage",
      "productPage",
      "confirmOrderPage",
      "checkoutPage",
      "receipt",
      "transferPage",
      "portalPage",
      "openapi",
      "docs",
      "live",
      "ready",
      "receiveNotification",
      "issuer",
      "issuerMethod",
      "acting",
      "acted"
    ]
    assert.sameMembers(open, others)
  })
})

const names = {
  authorization: "authorize",
  payment: "pay",
  tokenization: "tokenize",
  capture: "capture",
  void: "void",
  refund: "refund",
  credit: "credit",
  payout: "payOut"
} as const

const plain = (value: unknown) => JSON.parse(JSON.stringify(value))

describe("examples", () => {
  /** The names of all members, with what is null told from what is not. */
  const shape = (value: unknown): unknown => {
    if (value === null) return null
    if (Array.isArray(value)) return value.map(shape)
    if (typeof value !== "object") return typeof value
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shape(member)]))
  }

  // The words of the simulated acquirer are its own; everything else has to be there, and of the same kind.
  const reported =
    /"(?:auth_code|bank_code|rrn|ref_id|billing_descriptor|issuer_country|issuer_name|product)":(?:null|"string")/g
  const checked = /"avs_cvc_verification":\{.*?\}\},/
  const notified = (document: unknown) =>
    JSON.stringify(shape(plain(document)))
      .replace(checked, "")
      .replace(reported, '"…"')

  it.scopedLive("are answered by the gateway as they say", () =>
    Effect.gen(function* () {
      const { ask } = yield* Wired.start
      const run = (kind: keyof typeof names, more: object) =>
        Effect.gen(function* () {
          const example = exampleOf(table[names[kind]])
          const { request } = example.request as { request: object }
          const body = JSON.stringify({ request: { ...request, ...more } })
          const received = yield* ask(`/transactions/${kind}s`, { method: "POST", body })
          assert.strictEqual(received.status, 200, received.text)
          const answer = JSON.parse(received.text)
          assert.strictEqual(notified(answer), notified(example.answer), kind)
          return answer.transaction
        })
      const held = yield* run("authorization", {})
      const { token } = held.credit_card
      const card = { credit_card: { token } }
      yield* run("payment", { ...card, amount: 2000 })
      yield* run("tokenization", {})
      const captured = yield* run("capture", { parent_uid: held.uid, amount: 1000 })
      yield* run("void", { parent_uid: held.uid, amount: 995 })
      yield* run("refund", { parent_uid: captured.uid })
      yield* run("credit", card)
      yield* run("payout", {})
    })
  )
})
