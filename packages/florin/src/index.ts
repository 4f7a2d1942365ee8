/** Florin for any Node app. */
export { createFlorin, type Florin, type HostOptions } from "./createFlorin.js"
export type { CommitTransaction, OnCommit } from "./onCommit.js"
export {
  OptionRefused,
  type Options,
  type PagesOptions,
  type Real,
  type RoutingRule,
  type ShopOptions,
  type Simulated
} from "./options.js"
export { PackageMissing } from "./packageMissing.js"
