// The types of events are written by hand, so that they need no package; the schemas of the wire say what they have to be.
import type { Meaning } from "@florin/core/transaction-base/Meaning"
import type * as BillingSchemas from "@florin/wire/BillingSchemas"
import type * as CheckoutSchemas from "@florin/wire/CheckoutSchemas"
import type * as Schemas from "@florin/wire/Schemas"
import type * as TransferSchemas from "@florin/wire/TransferSchemas"
import type * as Receiver from "florin/receiver"
import { describe, expectTypeOf, it } from "vitest"
import type { CamelCased } from "../../src/faces/camelCase.js"

/** A closed list of codes is a text to a receiver: a newer Florin may have more. */
type Open<Document> =
  Document extends ReadonlyArray<infer One>
    ? ReadonlyArray<Open<One>>
    : Document extends object
      ? string extends keyof Document
        ? Document
        : { [Name in keyof Document]: Name extends "code" ? string : Open<Document[Name]> }
      : Document

type OnWire<Schema extends { readonly Encoded: unknown }> = Open<CamelCased<Schema["Encoded"]>>
type Card<Type extends Receiver.CardTransaction["type"]> = Open<Extract<Receiver.CardTransaction, { type: Type }>>

type Cards = typeof Schemas.transactions

describe("the types of a receiver", () => {
  it("has the words of a host's onCommit for what webhooks tell, and no others", () => {
    expectTypeOf<Receiver.Meaning>().toEqualTypeOf<Exclude<Meaning, "revoked" | "unchanged">>()
  })

  it("are those of the wire, of every type of a card's transaction", () => {
    expectTypeOf<Receiver.CardTransaction["type"]>().toEqualTypeOf<keyof Cards>()
    expectTypeOf<Card<"authorization">>().toEqualTypeOf<OnWire<Cards["authorization"]>>()
    expectTypeOf<Card<"payment">>().toEqualTypeOf<OnWire<Cards["payment"]>>()
    expectTypeOf<Card<"tokenization">>().toEqualTypeOf<OnWire<Cards["tokenization"]>>()
    expectTypeOf<Card<"credit">>().toEqualTypeOf<OnWire<Cards["credit"]>>()
    expectTypeOf<Card<"payout">>().toEqualTypeOf<OnWire<Cards["payout"]>>()
    expectTypeOf<Card<"capture">>().toEqualTypeOf<OnWire<Cards["capture"]>>()
    expectTypeOf<Card<"void">>().toEqualTypeOf<OnWire<Cards["void"]>>()
    expectTypeOf<Card<"refund">>().toEqualTypeOf<OnWire<Cards["refund"]>>()
  })

  it("are those of the wire, of transfers", () => {
    type Transfer = OnWire<typeof TransferSchemas.TransferDocument>["transaction"]
    expectTypeOf<Open<Receiver.Transfer>>().toEqualTypeOf<Transfer>()
  })

  it("are those of the wire, of a checkout that nobody has paid", () => {
    expectTypeOf<Receiver.UnpaidCheckout>().toEqualTypeOf<OnWire<typeof CheckoutSchemas.UnpaidDocument>>()
  })

  it("are those of the wire, of subscriptions and plans", () => {
    expectTypeOf<Open<Receiver.Subscription>>().toEqualTypeOf<OnWire<typeof BillingSchemas.SubscriptionDocument>>()
    expectTypeOf<Receiver.EntitlementsEvent["entitlements"]>().toEqualTypeOf<
      OnWire<typeof BillingSchemas.EntitlementsDocument>
    >()
    expectTypeOf<Open<Receiver.Plan>>().toEqualTypeOf<OnWire<typeof BillingSchemas.PlanDocument>>()
  })
})
