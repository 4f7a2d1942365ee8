/** The saved card that the examples of the contract are about. */
import type { SavedCard } from "@florin/core/cards/CardStore"
import * as DateTime from "effect/DateTime"
import * as SavedCardDocuments from "../SavedCardDocuments.js"
import { card, keptCard, shop } from "./cardSamples.js"

const { verification_value: _, ...kept } = card

const customer = { external_id: "customer-7" }

export const request = { ...kept, contract: ["oneclick"], customer }

export const change = { holder: "Jane Roe", exp_month: "1", exp_year: "2039" }

const saved: SavedCard = {
  ...keptCard,
  shop,
  number: { keyId: "", sealed: "" },
  contracts: ["oneclick"],
  customer: customer.external_id,
  isKept: true,
  createdAt: DateTime.unsafeMake("2035-03-01T12:00:00.000Z")
}

export const document = () => SavedCardDocuments.toDocument(saved, keptCard)

export const changed = () =>
  SavedCardDocuments.toDocument(saved, { ...keptCard, holder: change.holder, expMonth: 1, expYear: 2039 })
