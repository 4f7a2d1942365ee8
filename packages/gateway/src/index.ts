/** Everything wired. Import `SandboxGateway` separately; it needs `@florin/sandbox`. */
export * as Gateway from "./Gateway.js"
export * as Handlers from "./Handlers.js"
export * as Health from "./Health.js"
export * as Keys from "./Keys.js"
export * as OperatorSettings from "./OperatorSettings.js"
export * as Operators from "./Operators.js"
export * as ShopSettings from "./ShopSettings.js"
export * as Shops from "./Shops.js"
