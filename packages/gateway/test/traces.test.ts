// What a tracer is told of an order and of the work that follows it, in one trace.
import { assert, describe, it } from "@effect/vitest"
import { Cards } from "@florin/core/card-operations/Cards"
import * as Tracing from "@florin/core/tracing/Tracing"
import * as SandboxThreeDSecure from "@florin/sandbox/SandboxThreeDSecure"
import { emptyStore } from "@florin/storage-postgres/testing/eitherStore"
import * as RecordedSpans from "@florin/testing/tracing/RecordedSpans"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { receiver } from "./internal/receiver.js"
import { authorize, card, charge, holder, morning, pass, world } from "./internal/world.js"

const recorded = <A, E, R>(effect: (spans: RecordedSpans.RecordedSpans) => Effect.Effect<A, E, R>) => {
  const spans = RecordedSpans.make()
  return Effect.withTracer(effect(spans), spans.tracer)
}

const named = ({ spans }: RecordedSpans.RecordedSpans, name: string) => spans.filter((span) => span.name === name)

describe("a trace", () => {
  it.scoped("reaches from an order to its webhook, delivered at the second attempt", () =>
    recorded((spans) =>
      Effect.gen(function* () {
        yield* morning
        const { answers, deliveries, url } = yield* receiver
        answers.status = 503
        const order = charge({ notification_url: url })
        const { uid } = yield* Effect.withSpan(authorize(order), "checkout")
        yield* pass("1 second")
        answers.status = 200
        yield* pass("10 seconds")
        const [checkout] = named(spans, "checkout")
        assert.deepStrictEqual(
          spans.tree(checkout?.traceId).filter((name) => !/sql|Sandbox/.test(name)),
          [
            "checkout",
            "  commit accept-charge",
            "  acquirer charge",
            "  commit record",
            "  job notify",
            "    POST",
            "  job notify",
            "    POST"
          ]
        )
        for (const { exit, name } of spans.spans) assert.isDefined(exit, `${name} ended`)
        assert.deepStrictEqual(Object.fromEntries(checkout?.attributes ?? []), {
          "florin.shop.id": "plain",
          "florin.transaction.uid": uid,
          "florin.transaction.type": "authorization",
          "florin.transaction.status": "successful",
          "florin.gateway.id": 1
        })
        const posts = named(spans, "POST")
        const reply = posts.map(({ attributes }) => [
          attributes.get("http.response.status_code"),
          attributes.get("error.type")
        ])
        assert.deepStrictEqual(reply, [
          [503, "503"],
          [200, undefined]
        ])
        const sent = posts.map(({ spanId, traceId }) => `00-${traceId}-${spanId}-01`)
        assert.deepStrictEqual(
          deliveries.map(({ headers }) => headers.traceparent),
          sent
        )
      }).pipe(Effect.provide(world()))
    )
  )

  it.scoped("reaches a webhook that another process delivers after a restart", () =>
    recorded((spans) =>
      Effect.gen(function* () {
        yield* morning
        const { deliveries, url } = yield* receiver
        const store = Layer.succeedContext(yield* Layer.build(emptyStore))
        const order = authorize(charge({ notification_url: url }))
        yield* Effect.provide(Effect.withSpan(order, "checkout"), world({ store }))
        assert.isEmpty(deliveries)
        yield* Effect.provide(pass("10 seconds"), world({ store }))
        const [checkout] = named(spans, "checkout")
        const [post] = named(spans, "POST")
        assert.strictEqual(post?.traceId, checkout?.traceId)
        assert.include(deliveries[0]?.headers.traceparent, checkout?.traceId)
      })
    )
  )

  it.effect("goes on when the customer is back from the issuer, whose request is linked to it", () =>
    recorded((spans) =>
      Effect.gen(function* () {
        yield* morning
        const challenged = charge({ credit_card: { ...card, number: "4012000000001097" } })
        const { authentication, uid } = yield* Effect.withSpan(authorize(challenged, { shop: "flags" }), "checkout")
        const { page } = yield* SandboxThreeDSecure.SandboxThreeDSecure
        const {
          creq = "",
          md = "",
          paReq = "",
          sessionData = ""
        } = { ...authentication?.challenge } as Record<string, string>
        const fields =
          (yield* page(creq === "" ? { PaReq: paReq, MD: md } : { creq, threeDSSessionData: sessionData }))?.choices
            .approve ?? {}
        yield* Effect.withSpan((yield* Cards).returned(uid, fields), "browser")
        const [checkout, browser, charged] = ["checkout", "browser", "acquirer charge"].map(
          (name) => named(spans, name)[0]
        )
        assert.strictEqual(charged?.traceId, checkout?.traceId)
        assert.deepStrictEqual(
          browser?.links.map(({ span }) => span.traceId),
          [checkout?.traceId]
        )
      }).pipe(Effect.provide(world({ servers: SandboxThreeDSecure.layerOnly })))
    )
  )

  it.effect.each([
    { what: "a lost answer", order: holder("LATE"), acquirer: "NoAnswer", error: undefined },
    { what: "a decline", order: holder("DECLINE"), acquirer: "Declined", error: undefined },
    {
      what: "a refusal",
      order: charge({ credit_card: { token: "0".repeat(64) } }),
      acquirer: undefined,
      error: "InvalidRequest"
    }
  ])("says of $what no more than its name", ({ acquirer, error, order }) =>
    recorded((spans) =>
      Effect.gen(function* () {
        yield* morning
        yield* Effect.exit(Tracing.traced("shop.authorize", authorize(order)))
        const [operation] = named(spans, "shop.authorize")
        assert.strictEqual(operation?.attributes.get("error.type"), error)
        assert.strictEqual(named(spans, "acquirer charge")[0]?.attributes.get("florin.answer"), acquirer)
        const reported = JSON.stringify(spans.spans.map(({ attributes, exit }) => [[...attributes], exit]))
        for (const secret of [card.number, card.holder, "An order"]) assert.notInclude(reported, secret)
      }).pipe(Effect.provide(world()))
    )
  )
})
