export {
  type Answer,
  type CallOptions,
  type Client,
  type ClientOptions,
  createClient,
  type Input,
  type OperationName
} from "./Client.js"
export { FlorinError, type FlorinErrorKind } from "./FlorinError.js"
export type { components } from "./generated/api.js"
