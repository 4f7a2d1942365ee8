// 3-D Secure at the other gateway: its page takes the customer, leads back to ours, and only its status counts. Source: D53.
import { assert, describe, it } from "@effect/vitest"
import { Cards } from "@florin/core/card-operations/Cards"
import { TransactionUid } from "@florin/core/ids/Ids"
import * as Effect from "effect/Effect"
import { quietly } from "./internal/asking.js"
import * as OtherGateway from "./internal/otherGateway.js"
import * as OurGateway from "./internal/ourGateway.js"

const shared = OtherGateway.shared({ three_d_secure: true })
const enrolled = { credit_card: { ...OurGateway.card, number: "4012000000001097" } }

const withOther = <A, E>(
  test: (other: Effect.Effect.Success<typeof shared>) => Effect.Effect<A, E, OurGateway.Services>
) =>
  Effect.gen(function* () {
    const other = yield* shared
    const upstream = OtherGateway.upstreamAt(other.port)
    yield* Effect.provide(test(other), OurGateway.layer({ upstream, inFlightWindow: 0 }))
  }).pipe(quietly)

const text = (attribute = ""): string => attribute.replaceAll("&amp;", "&").replaceAll("&quot;", '"')

const fieldsIn = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(([, name, value]) => [
      text(name),
      text(value)
    ])
  )

/** Goes where a page of the other gateway leads, by its path: its own address stands for a public one. */
const visit = (port: number, path: string, fields?: Record<string, string>) =>
  Effect.promise(() =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      redirect: "manual",
      ...(fields === undefined ? {} : { method: "POST", body: new URLSearchParams(fields) })
    })
  )

/** The customer at the other gateway: from its page to the bank, with the first or the second choice, and on. */
const confirming = (port: number, page: string, choice: 0 | 1) =>
  Effect.gen(function* () {
    const { pathname } = new URL(page)
    const start = yield* visit(port, pathname)
    const bank = yield* visit(port, "/sandbox/acs", fieldsIn(yield* Effect.promise(() => start.text())))
    const forms = [...(yield* Effect.promise(() => bank.text())).matchAll(/<form[^>]*>.*?<\/form>/gs)]
    yield* visit(port, `${pathname}/return`, fieldsIn(forms[choice]?.[0] ?? ""))
    const end = yield* visit(port, pathname)
    return new URL(end.headers.get("location") ?? "")
  })

const returned = (uid: string, brought: Record<string, string> = {}) =>
  Effect.flatMap(Cards, (cards) =>
    Effect.map(cards.returned(TransactionUid.make(uid), brought), ({ transaction }) => transaction)
  )

describe("A gateway behind a gateway with 3-D Secure", () => {
  it.scopedLive.each([
    { choice: 0, status: "successful", reason: null, moved: 1 },
    { choice: 1, status: "failed", reason: "authentication-failed", moved: 0 }
  ] as const)("D53: leads its customer there and back, and is $status", ({ choice, moved, reason, status }) =>
    withOther((other) =>
      Effect.gen(function* () {
        const before = (yield* other.movements).length
        const { atProvider, status: first, uid } = yield* OurGateway.pay(enrolled)
        assert.strictEqual(first, "incomplete")
        assert(atProvider?.action?._tag === "Redirect")
        // Nobody is believed who says that it is paid.
        assert.strictEqual((yield* returned(uid, { status: "successful" })).status, "incomplete")
        const back = yield* confirming(other.port, atProvider.action.url, choice)
        assert.strictEqual(`${back.origin}${back.pathname}`, `https://ours.example/process/${uid}/return`)
        const end = yield* returned(uid, Object.fromEntries(back.searchParams))
        assert.deepStrictEqual([end.status, end.reason], [status, reason])
        assert.strictEqual((yield* other.movements).length - before, moved)
      })
    )
  )
})
