/** Mistakes in the options of a host without TypeScript, which would be silent otherwise. */
import type { HostOptions } from "./hostOptions.js"
import type { OnCommits } from "./onCommit.js"
import { OptionRefused, type Real, type Simulated } from "./options.js"

// The compiler asks for every option that there is.
const names: Readonly<Record<keyof (Real & Simulated & HostOptions), true>> = {
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
  mail: true,
  metrics: true,
  onCommit: true,
  openTelemetry: true,
  operators: true,
  pages: true,
  routing: true,
  sandbox: true,
  shops: true,
  tablePrefix: true,
  threeDSecureServers: true,
  timeZone: true,
  transferProviders: true
}

/** The first mistake: no options at all, or one that does not exist, such as a mistyped `onCommit`. */
export const mistakeIn = (options: unknown): OptionRefused | undefined => {
  if (typeof options !== "object" || options === null) {
    return new OptionRefused({ option: "options", expected: "must be an object with database and baseUrl" })
  }
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(names, name))
  if (unknown !== undefined) {
    return new OptionRefused({
      option: unknown,
      expected: `is not an option: there are ${Object.keys(names).join(", ")}`
    })
  }
  const { onCommit } = options as { readonly onCommit?: unknown }
  return onCommit === undefined || typeof onCommit === "function" || isByName(onCommit)
    ? undefined
    : new OptionRefused({
        option: "onCommit",
        expected: "must be a function, or functions under transaction, checkout, subscription and entitlements"
      })
}

const listeners: Readonly<Record<keyof OnCommits, true>> = {
  transaction: true,
  checkout: true,
  subscription: true,
  entitlements: true
}

const isByName = (onCommit: unknown): boolean =>
  typeof onCommit === "object" &&
  onCommit !== null &&
  Object.entries(onCommit).every(
    ([name, listener]) => Object.hasOwn(listeners, name) && (listener === undefined || typeof listener === "function")
  )
