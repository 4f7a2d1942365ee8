/** Florin as Effect layers. */
export * as Gateway from "@florin/gateway/Gateway"
export * as Keys from "@florin/gateway/Keys"
export * as Shops from "@florin/gateway/Shops"
