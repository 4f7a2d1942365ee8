import { createHash } from "node:crypto"
import { AcquirerKey } from "@florin/core/ids/Ids"
import type { Amount } from "@florin/core/money/Amount"
import type { Currency } from "@florin/core/money/Currency"
import { type CustomerStep, methodOf } from "@florin/core/transfers/methods/Methods"
import type { TransferMethod } from "@florin/core/transfers/methods/TransferMethod"
import type { Order } from "@florin/core/transfers/ProviderReport"
import { own } from "./SandboxBanks.js"

// Everything is derived from the key alone, so that a repeated answer is identical.
const digestOf = (key: AcquirerKey): Buffer => createHash("sha256").update(key).digest()

/** A bank's id of a transfer: 32 capital letters and digits. `payment`: the number of a payment that is not the first. */
export const refIdOf = (key: AcquirerKey, payment?: number): string => {
  const digest = digestOf(payment === undefined ? key : AcquirerKey.make(`${key} ${payment}`))
  const number = BigInt(`0x${digest.toString("hex")}`)
  return `A${number.toString(36).toUpperCase().padStart(50, "0").slice(-31)}`
}

/** Without letters and digits that look alike. */
const letters = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"

const markOf = (key: AcquirerKey): string =>
  Array.from(digestOf(key).subarray(0, 6), (byte) => letters[byte % letters.length]).join("")

/** No number begins with +7000. */
const accountOf = (key: AcquirerKey): string => `+7000${String(digestOf(key).readUIntBE(6, 4) % 1e7).padStart(7, "0")}`

const linkOf = (key: AcquirerKey, amount: Amount, currency: Currency): string =>
  `https://qr.bank.example/${refIdOf(key)}?type=02&bank=${own.code}&sum=${amount}&cur=${currency}`

const nothing: Order = { payload: null, account: null, mark: null, bank: null }

/** What an order names, for each thing that customers do to pay. */
export const orders: Readonly<
  Record<CustomerStep, (key: AcquirerKey, amount: Amount, currency: Currency) => Partial<Order>>
> = {
  code: (key, amount, currency) => ({ payload: linkOf(key, amount, currency) }),
  account: (key) => ({ account: accountOf(key), mark: markOf(key), bank: own.name })
}

/** What the customer pays an order by. Source: D27. */
export const orderOf = (key: AcquirerKey, method: TransferMethod, amount: Amount, currency: Currency): Order => ({
  ...nothing,
  ...orders[methodOf({ method }).step](key, amount, currency)
})
