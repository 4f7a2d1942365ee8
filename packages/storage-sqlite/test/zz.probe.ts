import * as Schema from "effect/Schema"
import * as DateTime from "effect/DateTime"
import { Transaction } from "@florin/core/transactions/Transaction"
const codec = Schema.parseJson(Transaction)
const enc = Schema.encodeEither(codec)
const dec = Schema.decodeUnknownEither(codec)
const at = DateTime.unsafeMake(1700000000000)
const t: any = { shop: "shop", uid: "0190163d-8694-739b-aea5-966c26f8ad91", type: "payment", status: "successful", reason: null, amount: 100, currency: "EUR", test: false, language: "en", description: "An order", trackingId: "a,b", details: { notificationUrl: "https://x.example/hook", customer: { ip: "127.0.0.1", email: "a@b.example" }, billingAddress: { firstName: "A", lastName: "B", country: "DE", city: "Berlin", address: "Street 1" }, additionalData: { receiptText: ["a"], contract: ["recurring"], browser: { acceptHeader: "x", screenWidth: 1, screenHeight: 2 } } },
 card: { facts: { brand: "visa", first1: "4", last4: "1111", bin: "411111", bin8: "41111111" }, holder: "A B", expMonth: 1, expYear: 2030, stamp: "a".repeat(64), token: "b".repeat(64), product: null, issuerCountry: null, issuerName: null, tokenProvider: null },
 recurringType: null, routing: "successful", gatewayId: 1, acquirerKey: "k", report: { authCode: "1", bankCode: "00", rrn: "1", refId: "2", message: null, billingDescriptor: null, avsResult: null, cvcResult: null }, createdAt: at, updatedAt: at, paidAt: at, expiredAt: null, closedAt: null, settledAt: null, manuallyCorrectedAt: null, version: 1 }
const e = enc(t); if (e._tag === "Left") { console.log(String(e.left)); process.exit(1) }
const text = e.right; console.log(text.length, JSON.stringify(text).slice(0, 300))
const d = dec(text); if (d._tag === "Left") { console.log(String(d.left)); process.exit(1) }
for (const [n, f] of [["enc", () => enc(t)], ["dec", () => dec(text)], ["JSON", () => JSON.parse(text)]] as const) {
  for (let i = 0; i < 5000; i++) f()
  const s = process.hrtime.bigint(); for (let i = 0; i < 20000; i++) f(); console.log(n, Number(process.hrtime.bigint() - s) / 20000 / 1000, "µs")
}
