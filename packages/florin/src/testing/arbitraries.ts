/** Arbitrary requests of an operation, from the schema of its row: a new member or operation has its own by itself. */
import type * as Operation from "@florin/wire/operations/Operation"
import * as FastCheck from "effect/FastCheck"
import * as JSONSchema from "effect/JSONSchema"
import { subscriptionToHost, toHost } from "../faces/camelCase.js"
import { cards } from "./cards.js"

/** A JSON Schema, as far as those of requests go. */
interface Node {
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, Node>>
  readonly allOf?: ReadonlyArray<Node>
  readonly anyOf?: ReadonlyArray<Node>
  readonly enum?: ReadonlyArray<unknown>
  readonly type?: "object" | "array" | "string" | "integer" | "number" | "boolean" | "null"
  readonly properties?: Readonly<Record<string, Node>>
  readonly required?: ReadonlyArray<string>
  readonly items?: Node
  readonly pattern?: string
  readonly format?: string
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
}

export type Made = FastCheck.Arbitrary<unknown>

/** By the name of a member on the wire. */
export type Hints = Readonly<Record<string, Made>>

const textOf = (maxLength: number): FastCheck.Arbitrary<string> =>
  FastCheck.string({ minLength: 1, maxLength, unit: FastCheck.constantFrom(..."abcdefgh ABCDEFGH 01234567-") })
    // Spaces alone are blank.
    .map((one) => one.trim() || "Order".slice(0, maxLength))

export const text = textOf(255)

/** Any of the test cards, whatever becomes of it. */
export const card: FastCheck.Arbitrary<(typeof cards)[keyof typeof cards]> = FastCheck.constantFrom(
  ...Object.values(cards)
)

export const amount = FastCheck.integer({ min: 1, max: 10_000_000 })

const unitedStates = "US"

const isEmpty = (value: unknown): boolean =>
  typeof value === "object" && value !== null && !ArrayBuffer.isView(value) && Object.keys(value).length === 0

/** A state is that of a country, and an object without members says nothing. */
const sensible = (made: object): object => ({
  ...Object.fromEntries(Object.entries(made).filter(([, value]) => !isEmpty(value))),
  ...("state" in made ? { country: unitedStates } : {})
})

const no = FastCheck.constant(false)
const localTime = FastCheck.constant("2035-03-01T12:00:00")

/** What is taken, where a schema takes more than this: another member, the shop or the sandbox decides. */
const usual: Hints = {
  amount,
  credit_card: card,
  recipient_credit_card: card,
  card,
  currency: FastCheck.constantFrom("EUR", "USD", "JPY", "KWD"),
  language: FastCheck.constantFrom("en", "ru", "de"),
  tracking_id: FastCheck.uuid(),
  // Equal requests within 30 seconds of a clock that stands would be duplicates.
  duplicate_check: no,
  // A shop has to be allowed to say these.
  skip_three_d_secure_verification: no,
  force_three_d_secure_verification: no,
  expired_at: FastCheck.constant("2099-12-31T23:59:59Z"),
  email: FastCheck.nat().map((number) => `customer-${number}@shop.example`),
  ip: FastCheck.nat({ max: 255 }).map((host) => `203.0.113.${host}`),
  country: FastCheck.constant(unitedStates),
  state: FastCheck.constantFrom("NY", "CA"),
  zip: FastCheck.constantFrom("10001", "94105-1804"),
  departure_date_time: localTime,
  arrival_date_time: localTime,
  // The codes say nothing about the sandbox's cards, which match.
  reject_codes: FastCheck.constantFrom(["N"], ["N", "A"]),
  excluded_gateways: FastCheck.constant([9999]),
  screen_color_depth: FastCheck.constantFrom(24, 32),
  time_zone: FastCheck.integer({ min: -840, max: 720 })
}

const cents = FastCheck.integer({ min: 1, max: 10_000 })

/** Prices of every kind. The tiers end with one that has no limit. */
const price = FastCheck.oneof(
  FastCheck.record({ kind: FastCheck.constant("flat"), amount: cents }),
  FastCheck.record({ kind: FastCheck.constant("per_unit"), unit_amount: cents }),
  FastCheck.record({
    kind: FastCheck.constantFrom("graduated", "volume"),
    tiers: FastCheck.tuple(
      FastCheck.record({ up_to: FastCheck.integer({ min: 1, max: 100 }), unit_amount: cents, flat_amount: cents }),
      FastCheck.record({ unit_amount: cents })
    )
  }),
  FastCheck.record({
    kind: FastCheck.constant("per_unit"),
    unit_amount: cents,
    metered: FastCheck.record({ aggregation: FastCheck.constantFrom("sum", "max", "last") })
  })
)

/** What a plan gives. */
export const features = FastCheck.constantFrom({ export: true, seats: 5 }, { seats: 1 })

/** Items of a subscription, each with an id of its own. */
export const items = FastCheck.uniqueArray(
  FastCheck.record(
    {
      id: FastCheck.constantFrom("base", "seats", "requests"),
      title: FastCheck.constantFrom("Base", "Seat", "Requests"),
      price,
      quantity: FastCheck.integer({ min: 1, max: 20 })
    },
    { requiredKeys: ["id", "title", "price"] }
  ),
  { minLength: 1, maxLength: 3, selector: ({ id }) => id }
)

const formats: Hints = {
  date: FastCheck.constantFrom("1984-02-29", "2001-12-31"),
  uri: FastCheck.constantFrom("https://shop.example/thanks", "https://shop.example/hooks?order=42")
}

const stringOf = ({ format = "", maxLength = 255, pattern }: Node): Made =>
  formats[format] ?? (pattern === undefined ? textOf(maxLength) : FastCheck.stringMatching(new RegExp(pattern)))

/** Of a value that is sent in several forms, the first one. Of several objects, any. */
const alternativesOf = (all: ReadonlyArray<Node>): ReadonlyArray<Node> =>
  all.every(({ $ref }) => $ref !== undefined) ? all : all.slice(0, 1)

const arbitraryIn = (root: Node, hints: Hints) => {
  const of = (node: Node): Made => {
    if (node.$ref !== undefined) return of(root.$defs![node.$ref.replace("#/$defs/", "")]!)
    if (node.allOf !== undefined) return of(node.allOf[0]!)
    if (node.anyOf !== undefined) return FastCheck.oneof(...alternativesOf(node.anyOf).map(of))
    if (node.enum !== undefined) return FastCheck.constantFrom(...node.enum)
    switch (node.type) {
      case "object":
        return objectOf(node)
      case "array":
        return FastCheck.array(of(node.items!), { minLength: 1, maxLength: 3 })
      case "integer":
      case "number":
        return FastCheck.integer({ min: node.minimum ?? 1, max: Math.min(node.maximum ?? 4096, 10_000_000) })
      case "boolean":
        return FastCheck.boolean()
      default:
        return stringOf(node)
    }
  }
  const objectOf = ({ properties = {}, required = [] }: Node, always = required): FastCheck.Arbitrary<object> =>
    FastCheck.record(
      Object.fromEntries(Object.entries(properties).map(([name, node]) => [name, hints[name] ?? of(node)])),
      { requiredKeys: [...always] }
    ).map(sensible)
  return { of, objectOf }
}

const resolved = (root: Node, node: Node): Node => {
  const next = node.$ref === undefined ? node.allOf?.[0] : root.$defs![node.$ref.replace("#/$defs/", "")]
  return next === undefined ? node : resolved(root, next)
}

/** The schema of a request, without what it is wrapped in. */
export const schemaOf = ({ body }: Operation.Any): { readonly root: Node; readonly request: Node } => {
  const root = JSONSchema.make(body!.schema as never) as Node
  return { root, request: resolved(root, root) }
}

/** Requests of an operation as hosts spell them. `always`: members that are there though they may be left out. */
export const requestOf = <Request>(
  row: Operation.Any,
  hints: Hints = {},
  always: ReadonlyArray<string> = []
): FastCheck.Arbitrary<Request> => {
  const spelled =
    row.record === "plan" || row.record === "subscription" || row.record === "checkout" || row.record === "product"
      ? subscriptionToHost
      : toHost
  const made = (): FastCheck.Arbitrary<object> => {
    const { request, root } = schemaOf(row)
    return arbitraryIn(root, { ...usual, ...hints }).objectOf(request, [...(request.required ?? []), ...always])
  }
  // Most tests make no arbitrary request, so that none waits for their schemas.
  let known: FastCheck.Arbitrary<object> | undefined
  return FastCheck.constant(undefined)
    .chain(() => (known ??= made()))
    .map(spelled) as FastCheck.Arbitrary<Request>
}
