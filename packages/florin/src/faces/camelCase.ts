/** Names of members: `snake_case` on the wire, `camelCase` for hosts. */

/** What hosts call otherwise than the wire does. */
const shorter = { credit_card: "card", recipient_credit_card: "recipientCard" } as const

type Shorter = typeof shorter

type Joined<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Joined<Tail>>}`
  : Name

/** `exp_month` as hosts spell it: `expMonth`. */
export type CamelCase<Name extends string> = Name extends keyof Shorter ? Shorter[Name] : Joined<Name>

/** A document as hosts see it, in all its depth. */
export type CamelCased<Document> =
  Document extends ReadonlyArray<infer One>
    ? ReadonlyArray<CamelCased<One>>
    : Document extends object
      ? string extends keyof Document
        ? Document
        : {
            readonly [Name in keyof Document as Name extends string ? CamelCase<Name> : Name]: CamelCased<
              Document[Name]
            >
          }
      : Document

const joined = (name: string): string => name.replace(/_([a-z0-9])/g, (_, next: string) => next.toUpperCase())

const isShorter = (name: string): name is keyof Shorter => Object.hasOwn(shorter, name)

export const camelCase = (name: string): string => (isShorter(name) ? shorter[name] : joined(name))

/** The path of a member as the host spells it. What is about an object as a whole stands under `base` on the wire. */
export const pathOf = (path: ReadonlyArray<string>): ReadonlyArray<string> =>
  path.filter((name) => name !== "base").map(camelCase)

export const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Members, under the name of either side, whose own members have the merchant's names. */
type Free = ReadonlySet<string>

const renamed = (value: unknown, rename: (name: string) => string, free: Free): unknown => {
  if (Array.isArray(value)) return value.map((one) => renamed(one, rename, free))
  if (typeof value !== "object" || value === null) return value
  const members: Record<string, unknown> = {}
  for (const [name, member] of Object.entries(value)) {
    // JSON has no undefined members either.
    if (member !== undefined) members[rename(name)] = free.has(name) ? member : renamed(member, rename, free)
  }
  return members
}

const nothing: Free = new Set()

/** What a merchant sends along with a subscription or a checkout is answered as it was sent; features have its names. */
const sentAlong: Free = new Set(["additional_data", "additionalData", "features"])

/** What the attempts at an order say of it again. */
const echoedMembers: Free = new Set(["meta"])

/** A document of the wire as hosts see it. */
export const toHost = (document: unknown): unknown => renamed(document, camelCase, echoedMembers)

/** The same, of a subscription. */
export const subscriptionToHost = (document: unknown): unknown => renamed(document, camelCase, sentAlong)

/** A request of a card operation as the wire spells it. Elsewhere `card` is the wire's own word. */
export const toCardWire = (input: object | undefined): unknown => {
  const { card, recipientCard, ...others } = (input ?? {}) as Readonly<Record<string, unknown>>
  return toWire({
    ...others,
    ...(card === undefined ? {} : { creditCard: card }),
    ...(recipientCard === undefined ? {} : { recipientCreditCard: recipientCard })
  })
}

/** A member of any name, `__proto__` too, which an assignment would not make. */
const put = (members: Record<string, unknown>, name: string, value: unknown): void => {
  if (name === "__proto__") Object.defineProperty(members, name, { value, enumerable: true, configurable: true })
  else members[name] = value
}

/** A value that is no object, as JSON has it: undefined where it has none, and no number that is none. */
const scalarOf = (value: unknown): unknown => {
  switch (typeof value) {
    // The schema refuses the member.
    case "bigint":
      return String(value)
    case "number":
      return Number.isFinite(value) ? value + 0 : null
    case "function":
    case "symbol":
      return undefined
    default:
      return value
  }
}

const same = (name: string): string => name

/**
 * A copy of what a host says, with other names: what its JSON would say, without making any. Members of `free` ones keep
 * their names in all their depth.
 */
const spelled = (given: unknown, rename: (name: string) => string, free: Free, key = ""): unknown => {
  if (typeof given !== "object" || given === null) return scalarOf(given)
  const { toJSON } = given as { readonly toJSON?: unknown }
  const value: unknown = typeof toJSON === "function" ? toJSON.call(given, key) : given
  if (typeof value !== "object" || value === null) return scalarOf(value)
  if (Array.isArray(value)) {
    return Array.from(value, (one: unknown, index) => spelled(one, rename, free, String(index)) ?? null)
  }
  const members: Record<string, unknown> = {}
  for (const [name, member] of Object.entries(value)) {
    const copied = free.has(name) ? spelled(member, same, nothing, name) : spelled(member, rename, free, name)
    if (copied !== undefined) put(members, rename(name), copied)
  }
  return members
}

const wired = (input: unknown, rename: (name: string) => string, free: Free): unknown =>
  spelled(input, rename, free) ?? null

/** What a host says, as the wire spells it. A member that is undefined counts as absent. */
export const toWire = (input: unknown): unknown => wired(input, snakeCase, nothing)

/** The same, of a subscription. */
export const subscriptionToWire = (input: unknown): unknown => wired(input, snakeCase, sentAlong)

const sentWithCheckout: Free = new Set([...sentAlong, "style"])

/** The same, of a checkout, whose method `card` has a longer name on the wire. */
export const checkoutToWire = (input: unknown): unknown =>
  wired(input, (name) => (name === "card" ? "credit_card" : snakeCase(name)), sentWithCheckout)
