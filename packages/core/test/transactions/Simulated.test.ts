import type { AcquirerService } from "@florin/core/cards/Acquirer"
import * as Simulated from "@florin/core/transactions/Simulated"
import type { Transaction } from "@florin/core/transactions/Transaction"
import type { TransferProvider } from "@florin/core/transfers/TransferProvider"
import { assert, describe, it } from "vitest"
import { transactionWith } from "../samples.js"
import { transferWith } from "../transfers/given.js"

const acquirer = (gatewayId: number, simulated: boolean) => ({ gatewayId, simulated }) as AcquirerService
const provider = (gatewayId: number, simulated: boolean) => ({ gatewayId, simulated }) as TransferProvider

// 1 is simulated for cards and real for transfers, 2 the other way round.
const isSimulated = Simulated.movesNoMoney(
  [acquirer(1, true), acquirer(2, false)],
  [provider(1, false), provider(2, true)]
)

const { acquirerKey: key, amount } = transactionWith()
const passedOnTo = (gatewayId: number) => ({ attempts: [{ step: "charge" as const, key, gatewayId, amount }] })

describe("D39: whether no money moves", () => {
  it.each<readonly [title: string, transaction: Transaction, expected: boolean]>([
    ["a card at a simulated acquirer", transactionWith({ gatewayId: 1 }), true],
    ["a card at a real acquirer", transactionWith({ gatewayId: 2 }), false],
    ["a card at no acquirer", transactionWith({ gatewayId: null }), false],
    ["a card at an unknown acquirer", transactionWith({ gatewayId: 3 }), false],
    ["a test of a card at a real acquirer", transactionWith({ gatewayId: 2, test: true }), true],
    ["a card passed on to a simulated acquirer", transactionWith({ gatewayId: 2, ...passedOnTo(1) }), true],
    ["a card passed on to a real acquirer", transactionWith({ gatewayId: 1, ...passedOnTo(2) }), false],
    ["a transfer at a real provider", transferWith({ gatewayId: 1 }), false],
    ["a transfer at a simulated provider", transferWith({ gatewayId: 2 }), true],
    ["a transfer at no provider", transferWith({ gatewayId: null }), false],
    ["a test of a transfer at a real provider", transferWith({ gatewayId: 1, test: true }), true]
  ])("%s: it tells", (_, transaction, expected) => {
    assert.strictEqual(isSimulated(transaction), expected)
  })
})
