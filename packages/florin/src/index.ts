/** Florin for any Node app. */
export { createFlorin, type Florin, type HostOptions } from "./createFlorin.js"
export type { CommitTransaction, OnCommit } from "./OnCommit.js"
export { OptionRefused, type Options, type Real, type ShopOptions, type Simulated } from "./Options.js"
export { PackageMissing } from "./PackageMissing.js"
