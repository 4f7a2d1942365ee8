/** Mistakes in the options of a host without TypeScript, which would be silent otherwise. */
import { levels } from "./hostLog.js"
import type { HostOptions } from "./hostOptions.js"
import { OptionRefused, type Real, type Simulated } from "./options.js"

/** The members of an object; never of anything else, and of one whose members a host names. */
type Known<T> = T extends string | number | boolean | null | undefined | ReadonlyArray<unknown>
  ? never
  : T extends (...given: never) => unknown
    ? never
    : string extends keyof T
      ? never
      : T

/**
 * The names of an object's members, in all its depth, of which the compiler asks for every one. `Own`: members that are the
 * host's own, or that say by themselves what is wrong with them.
 */
export type Names<T, Own extends string = never> = {
  readonly [Name in keyof T]-?: Name extends Own
    ? true
    : [Known<T[Name]>] extends [never]
      ? true
      : Names<Required<Known<T[Name]>>, Own>
}

const palette = {
  accent: true,
  attention: true,
  bad: true,
  card: true,
  good: true,
  line: true,
  muted: true,
  onAccent: true,
  page: true,
  text: true
} as const

/** The pages that a host may replace. */
const replace = {
  cardExpiringMail: true,
  chargeAheadMail: true,
  chargeFailedMail: true,
  checkout: true,
  checkoutEnd: true,
  identification: true,
  issuer: true,
  newCard: true,
  plan: true,
  portal: true,
  portalEnded: true,
  portalStep: true,
  problem: true,
  product: true,
  receipt: true,
  receiptMail: true,
  refundMail: true,
  result: true,
  subscription: true,
  subscriptionEndedMail: true,
  transfer: true,
  verification: true
} as const

export const onCommitNames = { transaction: true, checkout: true, subscription: true, entitlements: true } as const

export const pagesNames = {
  colours: { light: palette, dark: palette },
  framedBy: true,
  languages: true,
  logo: { image: true, imageInDark: true, text: true },
  proxies: true,
  replace,
  styles: true,
  triesPerAddress: true,
  triesPerPage: true
} as const

const names: Names<Real & Omit<Simulated, "sandbox"> & HostOptions, "openTelemetry" | "shops"> = {
  accept: true,
  acquirers: true,
  approvalLimits: true,
  authenticate: true,
  baseUrl: true,
  database: true,
  drainFor: true,
  dueWork: true,
  keys: true,
  log: true,
  mail: { from: true, plain: true, url: true },
  metrics: true,
  onCommit: onCommitNames,
  openTelemetry: true,
  operators: true,
  pages: pagesNames,
  routing: true,
  sandbox: true,
  shops: true,
  tablePrefix: true,
  threeDSecureServers: true,
  timeZone: true,
  transferProviders: true
}

/** A table of names, as it is looked through. */
export interface Table {
  readonly [name: string]: true | Table
}

const refused = (option: string, expected: string) => new OptionRefused({ option, expected })

/** The first member that there is none of, such as a mistyped `onCommit`, or that should be an object and is none. */
export const unknownIn = (table: Table, given: object, path = ""): OptionRefused | undefined => {
  for (const [name, value] of Object.entries(given)) {
    const at = `${path}${name}`
    if (!Object.hasOwn(table, name)) {
      return refused(at, `is not an option: there are ${Object.keys(table).join(", ")}`)
    }
    const members = table[name]!
    if (members === true || value === undefined || typeof value === "function") continue
    const fault =
      typeof value !== "object" || value === null || Array.isArray(value)
        ? refused(at, `must be an object with ${Object.keys(members).join(", ")}`)
        : unknownIn(members, value, `${at}.`)
    if (fault !== undefined) return fault
  }
  return undefined
}

const isFunction = (value: unknown): boolean => typeof value === "function"

const isListening = (value: unknown): boolean =>
  isFunction(value) ||
  (typeof value === "object" &&
    value !== null &&
    Object.entries(value).every(
      ([name, listener]) => Object.hasOwn(onCommitNames, name) && (listener === undefined || isFunction(listener))
    ))

const onCommit = "must be a function, or functions under transaction, checkout, subscription and entitlements"

const functionsIn = (module: unknown, name: string, functions: ReadonlyArray<string>): boolean => {
  const part: unknown = typeof module === "object" && module !== null ? Reflect.get(module, name) : undefined
  return typeof part === "object" && part !== null && functions.every((each) => isFunction(Reflect.get(part, each)))
}

const isOpenTelemetry = (module: unknown): boolean =>
  functionsIn(module, "trace", ["getTracer", "getSpan", "setSpan", "setSpanContext"]) &&
  functionsIn(module, "context", ["active", "with"])

type Kind = readonly [isFit: (value: unknown) => boolean, expected: string]

/** What an option must be that nothing else looks at before it is used. */
const kinds: { readonly [Name in keyof HostOptions]-?: Kind } = {
  authenticate: [isFunction, "must be a function"],
  drainFor: [
    (value) => Number.isSafeInteger(value) && (value as number) >= 0,
    "must be a whole number of milliseconds, 0 or more"
  ],
  log: [
    (value) => isFunction(value) || (typeof value === "string" && Object.hasOwn(levels, value)),
    `must be ${Object.keys(levels).join(", ")}, or a function`
  ],
  metrics: [(value) => typeof value === "boolean", "must be true or false"],
  onCommit: [isListening, onCommit],
  openTelemetry: [isOpenTelemetry, "must be the module @opentelemetry/api"]
}

/** The first option of the host's that is not what it must be. */
const unfitIn = (options: object): OptionRefused | undefined => {
  for (const [name, [isFit, expected]] of Object.entries<Kind>(kinds)) {
    const value: unknown = Reflect.get(options, name)
    if (value !== undefined && !isFit(value)) return refused(name, expected)
  }
  return undefined
}

const isObject = (options: unknown): options is object => typeof options === "object" && options !== null

/** The first mistake: no options at all, one that does not exist, or one of another kind. */
export const mistakeIn = (options: unknown): OptionRefused | undefined =>
  isObject(options)
    ? (unfitIn(options) ?? unknownIn(names, options))
    : refused("options", "must be an object with database and baseUrl")

/** The same, of a test, whose options are other ones. */
export const mistakeAmong = (own: Table, options: object): OptionRefused | undefined =>
  unfitIn(options) ?? unknownIn(own, options)
