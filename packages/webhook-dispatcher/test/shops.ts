import { generateKeyPairSync } from "node:crypto"
import { ShopId } from "@florin/core/ids/Ids"
import { Shop } from "@florin/core/shops/Shop"
import * as Duration from "effect/Duration"
import * as Redacted from "effect/Redacted"

export const webhookSecret = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"

const pair = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs8", format: "pem" }
})
export const publicKey = pair.publicKey
export const privateKey = pair.privateKey

export const makeShop = (
  options: { readonly id?: string; readonly keys?: Partial<Record<Key, string>> } = {}
): Shop => {
  const keys = options.keys ?? {
    notificationBasic: "secret:with:colons",
    webhookSecret,
    notificationPrivateKey: privateKey
  }
  return new Shop({
    id: ShopId.make(options.id ?? "361"),
    name: "Shop",
    threeDSecure: false,
    allowSkipThreeDSecure: false,
    allowForceThreeDSecure: false,
    strictContracts: false,
    holdPeriod: Duration.days(7),
    ...Object.fromEntries(Object.entries(keys).map(([name, value]) => [name, Redacted.make(value)]))
  })
}

type Key = "notificationBasic" | "webhookSecret" | "notificationPrivateKey"
