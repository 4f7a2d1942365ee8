import { assert, describe, it } from "@effect/vitest"
import type { BinRecord } from "@florin/core/cards/BinDirectory"
import type { CardFacts } from "@florin/core/cards/CardNumber"
import type { WalletProvider, WalletRequest } from "@florin/core/cards/WalletProvider"
import type { WalletSaveResult } from "@florin/core/cards/WalletSaveResult"
import { ShopId } from "@florin/core/ids/Ids"
import { Shop } from "@florin/core/shops/Shop"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import * as Bins from "../src/cards/BinDirectorySuite.js"
import * as Wallets from "../src/cards/WalletProviderSuite.js"

const shop = Shop.make({
  ...{ id: ShopId.make("shop"), name: "Shop", threeDSecure: false, strictContracts: false },
  ...{ allowSkipThreeDSecure: false, allowForceThreeDSecure: false, holdPeriod: Duration.days(7) }
})
const card = {
  ...{ number: Redacted.make("4200000000000000"), securityCode: Redacted.make("123") },
  ...{ holder: "Jane Doe", expMonth: 12, expYear: 2099 }
}

type Save = WalletProvider["Type"]["save"]

/** A wallet in memory: one token for a transaction. */
const walletOf = (other: (save: Save, held: Set<string>) => Save = (save) => save): Wallets.WalletUnderTest => {
  const held = new Set<string>()
  const save = ({ session, transaction }: WalletRequest) =>
    Effect.sync((): WalletSaveResult => {
      if (session !== "open") {
        return {
          status: "failed",
          message: null,
          error: "closed",
          errorMessage: "The session is closed",
          errorCode: "1"
        }
      }
      held.add(transaction.uid)
      return { status: "successful", message: "Saved", token: `wallet_${transaction.uid}` }
    })
  return {
    ...{ shop, card, wallet: { simulated: true, save: other(save, held) } },
    ...{ sessions: { saving: "open", refusing: "closed" }, saved: Effect.sync(() => held.size) }
  }
}

const wallets: ReadonlyArray<readonly [name: string, noticed: string, of: (save: Save, held: Set<string>) => Save]> = [
  ["refuses all sessions", "saves the card of a session", (save) => (request) => save({ ...request, session: "" })],
  ["saves in any session", "says why it has saved none", (save) => (request) => save({ ...request, session: "open" })],
  [
    "saves a card each time",
    "saves the card of a transaction once, and answers the same again",
    (save, held) => (request) => Effect.tap(save(request), () => held.add(`${held.size}`))
  ],
  [
    "needs the security code",
    "neither fails nor dies without holder and security code",
    (save) => (request) => (request.card.securityCode === undefined ? Effect.die("no code") : save(request))
  ],
  [
    "names the card",
    "saves the card of a session",
    () => () => Effect.succeed({ status: "successful", message: "4200 0000 0000 0000 was saved" })
  ],
  [
    "gives half a result",
    "says why it has saved none",
    () => () => Effect.succeed({ status: "failed" } as unknown as WalletSaveResult)
  ]
]

Wallets.walletProviderSuite({ describe, it }, "A wallet in memory", walletOf)

describe("The contract suite of wallets", () => {
  it.live.each(wallets)("notices one that %s", ([_name, noticed, of]) =>
    Effect.gen(function* () {
      const check = Object.entries(Wallets.checks(walletOf(of))).find(([name]) => name === noticed)?.[1]
      assert.isTrue(check !== undefined && Exit.isFailure(yield* Effect.exit(check as Effect.Effect<unknown>)))
    })
  )

  it("has no check that never fails", () => {
    assert.sameMembers([...new Set(wallets.map(([, noticed]) => noticed))], Object.keys(Wallets.checks(walletOf())))
  })
})

const none: BinRecord = { product: null, issuerCountry: null, issuerName: null, tokenProvider: null }
const bank: BinRecord = { ...none, issuerCountry: "GB", issuerName: "Bank" }
const find = ({ bin }: CardFacts): BinRecord => (bin === "420000" ? bank : none)
const known: ReadonlyArray<Bins.KnownCard> = [{ number: "4200000000000000", record: { issuerName: "Bank" } }]

const directories: ReadonlyArray<readonly [name: string, noticed: string, find: (card: CardFacts) => BinRecord]> = [
  ["knows no card", "knows its test cards", () => none],
  [
    "has a country of its own",
    "gives texts that are not empty, countries of ISO 3166-1, and null for what it does not know",
    () => ({ ...bank, issuerCountry: "XK" })
  ],
  [
    "dies at an unknown card",
    "gives texts that are not empty, countries of ISO 3166-1, and null for what it does not know",
    (facts) => {
      if (find(facts) === none) throw new Error("unknown")
      return bank
    }
  ],
  [
    "goes by the whole number",
    "goes by the first digits, not by the last",
    (facts) => ({ ...find(facts), product: facts.last4 === "0000" ? null : "F" })
  ]
]

Bins.binDirectorySuite({ describe, it }, "A directory in memory", { find }, known)

describe("The contract suite of BIN directories", () => {
  const cards = [...known, { number: "4200000000000018", record: {} }]

  it.each(directories)("notices one that %s", (_name, noticed, find) => {
    const check = Object.entries(Bins.checks({ find }, cards)).find(([name]) => name === noticed)?.[1]
    assert.throws(check ?? (() => undefined))
  })

  it("has no check that never fails", () => {
    assert.sameMembers(
      [...new Set(directories.map(([, noticed]) => noticed))],
      Object.keys(Bins.checks({ find }, cards))
    )
  })
})
