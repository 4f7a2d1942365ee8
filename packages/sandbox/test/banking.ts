import type { AcquirerKey } from "@florin/core/ids/Ids"
import type { Amount } from "@florin/core/money/Amount"
import type { TransferRequest } from "@florin/core/transfers/TransferProvider"
import type { ProviderUnderTest, SuiteTransfers } from "@florin/testing/transfers/TransferProviderSuite"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Ledger from "../src/Ledger.js"
import * as SandboxBank from "../src/SandboxBank.js"
import * as SandboxDatabase from "../src/SandboxDatabase.js"
import type { Place } from "./databases.js"

/** A bank over a database. */
export const overBank = (place: Place) =>
  Layer.provideMerge(SandboxBank.layer(), Layer.provideMerge(Ledger.layer, place))

export const Live = Layer.provideMerge(
  SandboxBank.layer(),
  Layer.provideMerge(Ledger.layer, SandboxDatabase.layerMemory)
)

export const recipient = { account: "+70001234567", bankCode: "100000000004" }

/** A request with a word that is a test trigger. */
export const saying =
  (word: string) =>
  <Request extends TransferRequest>(request: Request): Request => {
    const { description: _description, refundReason: _reason, ...transfer } = request.transfer
    const reply = request._tag === "Refund" ? { refundReason: word } : { description: word }
    return { ...request, transfer: { ...transfer, ...reply } }
  }

export const suiteTransfers: SuiteTransfers = {
  recipient,
  refused: saying("DECLINE"),
  lost: saying("TIMEOUT"),
  late: saying("LATE")
}

const amounting = (amount: Amount | undefined) => (amount === undefined ? {} : { amount })

export const underTest: Effect.Effect<ProviderUnderTest, never, SandboxBank.SandboxBank> = Effect.map(
  SandboxBank.SandboxBank,
  ({ complete, fail, pay, provider }) => ({
    provider,
    pay: (key: AcquirerKey, amount) => pay(key, amounting(amount)),
    complete: (key: AcquirerKey, amount) => complete(key, amounting(amount)),
    refuse: (key: AcquirerKey) => fail(key, {})
  })
)
