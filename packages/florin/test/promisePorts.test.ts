// Ports of promises and plain data (D53).
import { inspect } from "node:util"
import type { AcquirerCard, AcquirerService } from "@florin/core/cards/Acquirer"
import { noReport } from "@florin/core/cards/AcquirerReport"
import { about, charge, child, payOut } from "@florin/testing/acquirers/AcquirerRequests"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import { acquirerFrom, type PlainCardRequest, threeDSecureServerFrom, transferProviderFrom } from "florin/ports"
import { assert, describe, it } from "vitest"

const number = "4200000000000000"
const card: AcquirerCard = {
  ...{ number: Redacted.make(number), securityCode: Redacted.make("987"), holder: "Jane Doe" },
  ...{ expMonth: 12, expYear: 2099 }
}

const good = {
  gatewayId: 7,
  name: "Nordbank",
  perform: async () => ({ _tag: "NotSent" }) as const,
  status: async () => ({ _tag: "Unknown" }) as const
}

const run = <A>(effect: Effect.Effect<A>): Promise<A> => Effect.runPromise(effect)

describe("an acquirer of promises", () => {
  it("has the stated defaults", () => {
    const { inFlightWindow, simulated } = acquirerFrom(good)
    assert.deepStrictEqual([Duration.toMillis(inFlightWindow), simulated], [300_000, false])
  })

  it.each([
    ["2 minutes", 120_000],
    [1500, 1500],
    ["1 day", 86_400_000]
  ] as const)("reads %s as a time", (inFlightWindow, millis) => {
    assert.strictEqual(Duration.toMillis(acquirerFrom({ ...good, inFlightWindow }).inFlightWindow), millis)
  })

  it("gets a charge as plain data, and a number that only a call hands out", async () => {
    const requests: Array<PlainCardRequest> = []
    const acquirer = acquirerFrom({
      ...good,
      perform: async (request) => {
        requests.push(request)
        return { _tag: "Approved", report: { refId: "n-1" } }
      }
    })
    const request = await run(charge("payment", card, { amount: 1995 }))
    const answer = await run(acquirer.perform(request))
    assert.deepStrictEqual(answer, { _tag: "Approved", report: { ...noReport, refId: "n-1" } })
    const [plain] = requests
    assert(plain?._tag === "Charge")
    assert.deepStrictEqual([plain.amount, plain.currency, plain.kind, plain.key], [1995, "EUR", "payment", request.key])
    assert.instanceOf(plain.transaction.createdAt, Date)
    assert.deepStrictEqual(
      [plain.card.number(), plain.card.securityCode?.(), plain.card.expYear],
      [number, "987", 2099]
    )
    for (const shown of [inspect(plain, { depth: 9 }), JSON.stringify(plain), String(plain)]) {
      assert.notInclude(shown, number)
      // Not within a uid, a key or a time of day.
      assert.notMatch(shown, /(?<![0-9a-f.])987(?![0-9a-f])/)
    }
  })

  it("may leave out what the bank does not say, and report numbers", async () => {
    const { perform } = acquirerFrom({
      ...good,
      perform: async () => ({ _tag: "Declined", reason: "funds", report: { refId: 17, rrn: undefined } }) as never
    })
    const answer = await run(Effect.flatMap(charge("payment", card, { amount: 1 }), perform))
    assert.deepStrictEqual(answer, { _tag: "Declined", reason: "funds", report: { ...noReport, refId: "17" } })
  })

  it("gets what follows a charge with its parent", async () => {
    const seen: Array<PlainCardRequest> = []
    const acquirer = acquirerFrom({
      ...good,
      perform: async (request) => {
        seen.push(request)
        return { _tag: "Declined", reason: "funds" }
      }
    })
    const parent = { key: "a".repeat(36) as never, kind: "authorization", reference: "n-1" } as const
    const answer = await run(Effect.flatMap(child("Capture", parent, { amount: 5 }), acquirer.perform))
    assert.deepStrictEqual(answer, { _tag: "Declined", reason: "funds", report: noReport })
    assert.deepInclude(seen[0], { _tag: "Capture", amount: 5, parentReference: "n-1", parentKind: "authorization" })
  })

  it.each([
    ["rejects", (): Promise<unknown> => Promise.reject(new TypeError(`of ${number}`))],
    [
      "throws",
      (): Promise<unknown> => {
        throw new Error(number)
      }
    ],
    ["answers nothing", (): Promise<unknown> => Promise.resolve(undefined)],
    ["answers what is no answer", (): Promise<unknown> => Promise.resolve({ _tag: "Approve" })]
  ] as const)("has given no answer when it %s", async (_, perform) => {
    const acquirer = acquirerFrom({ ...good, perform: perform as never, status: perform as never })
    const request = await run(charge("payment", card, { amount: 1 }))
    assert.deepStrictEqual(await run(acquirer.perform(request)), { _tag: "NoAnswer" })
    assert.deepStrictEqual(await run(acquirer.status(request.key, about)), { _tag: "Unknown" })
  })

  it("is aborted when nobody waits any more", async () => {
    let signal: AbortSignal | undefined
    const acquirer = acquirerFrom({
      ...good,
      perform: (_, call) => {
        signal = call.signal
        return new Promise(() => undefined)
      }
    })
    const fiber = Effect.runFork(Effect.flatMap(charge("payment", card, { amount: 1 }), acquirer.perform))
    while (signal === undefined) await Promise.resolve()
    assert.isFalse(signal.aborted)
    await run(Fiber.interrupt(fiber))
    assert.isTrue(signal.aborted)
  })

  it("gets no token of another provider, and its own as a function", async () => {
    let value = ""
    const acquirer = acquirerFrom({
      ...good,
      provider: "nordbank",
      capabilities: { sources: ["token"] },
      perform: async (request) => {
        if ("source" in request && request.source === "token") value = request.token.value()
        return { _tag: "Approved", token: { provider: "nordbank", value: "tok_2" } }
      }
    })
    const by = (provider: string) =>
      run(payOut("payout", { source: "token", token: { provider, value: Redacted.make("tok_1") } }, { amount: 1 }))
    assert.deepStrictEqual(await run(acquirer.perform(await by("another"))), { _tag: "NotSent" })
    assert.strictEqual(value, "")
    const answer = await run(acquirer.perform(await by("nordbank")))
    assert.strictEqual(value, "tok_1")
    assert(answer._tag === "Approved" && answer.token !== undefined)
    assert.strictEqual(Redacted.value(answer.token.value), "tok_2")
  })

  it("reads what the bank sends by itself", async () => {
    const { notifications } = acquirerFrom({
      ...good,
      notifications: async ({ body, header }) =>
        header("signature") === "right"
          ? { _tag: "Genuine", outcomes: [{ key: `k${body.length}`, status: { _tag: "Approved" } }], reply: "OK" }
          : { _tag: "NotGenuine" }
    })
    const receive = (signature: string) =>
      run(notifications!.receive({ body: new Uint8Array(3), header: () => signature }))
    assert.deepStrictEqual(await receive("wrong"), { _tag: "NotGenuine" })
    const status = { _tag: "Approved", report: noReport }
    assert.deepStrictEqual(await receive("right"), {
      _tag: "Genuine",
      outcomes: [{ key: "k3", status }],
      reply: "OK"
    } as never)
  })

  it("lists movements, and says when it cannot", async () => {
    const period = { from: DateTime.unsafeMake(0), to: DateTime.unsafeMake(10) }
    const movement = { key: "k", kind: "payment", amount: 5, currency: "EUR" } as const
    const listing = (movements: NonNullable<Parameters<typeof acquirerFrom>[0]["movements"]>) =>
      acquirerFrom({ ...good, movements }).movements!(period)
    const found = await Effect.runPromise(
      listing(async ({ from }) => [{ ...movement, at: new Date(from.getTime() + 1) }])
    )
    assert.deepStrictEqual(found, [{ ...movement, at: DateTime.unsafeMake(1) }] as never)
    const failure = await Effect.runPromise(Effect.flip(listing(() => Promise.reject(new Error("closed")))))
    assert.strictEqual(failure.code, "movements-unavailable")
  })
})

const refusal = (make: () => unknown): string => {
  try {
    make()
    return "made"
  } catch (error) {
    return (error as Error).message
  }
}

describe("a port of promises that lacks something", () => {
  const server = { name: "Veriscope", ask: async () => ({ _tag: "NotEnrolled" }) as const }
  const provider = { ...good, name: "Rubline" }
  it.each([
    [acquirerFrom, { ...good, perform: undefined }, "acquirerFrom.perform must be a function"],
    [acquirerFrom, { ...good, status: "x" }, "acquirerFrom.status must be a function"],
    [acquirerFrom, { ...good, name: " " }, "acquirerFrom.name must be a text"],
    [acquirerFrom, { ...good, gatewayId: 1.5 }, "acquirerFrom.gatewayId must be a whole number"],
    [
      acquirerFrom,
      { ...good, inFlightWindow: "soon" },
      "acquirerFrom.inFlightWindow must be a number of milliseconds, or a text such as 2 minutes"
    ],
    [
      acquirerFrom,
      { ...good, keyLife: -1 },
      "acquirerFrom.keyLife must be a number of milliseconds, or a text such as 2 minutes"
    ],
    [acquirerFrom, { ...good, simulated: "no" }, "acquirerFrom.simulated must be true or false"],
    [acquirerFrom, { ...good, notifications: {} }, "acquirerFrom.notifications must be a function"],
    [acquirerFrom, undefined, "acquirerFrom must be given an object"],
    [
      threeDSecureServerFrom,
      { ...server, asks: server.ask },
      "threeDSecureServerFrom.asks is no member: there are name, simulated, ask"
    ],
    [threeDSecureServerFrom, { name: "Veriscope" }, "threeDSecureServerFrom.ask must be a function"],
    [transferProviderFrom, { ...provider, perform: null }, "transferProviderFrom.perform must be a function"],
    [transferProviderFrom, { ...provider, knowsBank: true }, "transferProviderFrom.knowsBank must be a function"]
  ])("is refused: %#", (make, port, sentence) => {
    assert.strictEqual(
      refusal(() => make(port as never)),
      sentence
    )
  })
})

describe("a 3-D Secure server of promises", () => {
  it("answers with the proof that it knows", async () => {
    const { ask, simulated } = threeDSecureServerFrom({
      name: "Veriscope",
      ask: async ({ key }) => ({
        _tag: "Authenticated",
        reference: key,
        version: 2,
        proof: { transStatus: "Y", eci: "05" }
      })
    })
    assert.isFalse(simulated)
    const proof = { transStatus: "Y", eci: "05", cavv: null, cavvAlgorithm: null, xid: null, message: null }
    const answer = await run(ask({ key: "k" } as never))
    assert.deepStrictEqual(answer, { _tag: "Authenticated", reference: "k", version: 2, proof } as never)
  })

  it("has given no answer when it rejects", async () => {
    const { ask } = threeDSecureServerFrom({ name: "Veriscope", ask: () => Promise.reject(new Error("down")) })
    assert.deepStrictEqual(await run(ask({ key: "k" } as never)), { _tag: "NoAnswer" })
  })
})

describe("a provider of transfers of promises", () => {
  const paidAt = new Date(1000)
  it.each([
    ["paid", { _tag: "Paid", amount: 5, paidAt }, "Paid"],
    ["open", { _tag: "Waiting", order: { payload: "https://bank.example/1" } }, "Waiting"],
    ["refused", { _tag: "Rejected", reason: "provider" }, "Rejected"],
    ["paid at no time", { _tag: "Paid", amount: 5, paidAt: new Date(Number.NaN) }, "Unknown"],
    ["nothing", undefined, "Unknown"]
  ])("says that a transfer is %s", async (_, progress, expected) => {
    const { status } = transferProviderFrom({
      ...{ gatewayId: 9, name: "Rubline" },
      perform: async () => ({ _tag: "NotSent" }),
      status: async () => progress as never
    })
    assert.strictEqual((await run(status("k" as never)))._tag, expected)
  })
})

// Ports as hosts have written them before tokens, references and notifications: they need one line more.
describe("an acquirer as it was written before", () => {
  it("compiles and works with one added line", async () => {
    const { AcquirerAnswer, AcquirerStatus, isTokenRequest } = await import("@florin/core/cards/Acquirer")
    const before: AcquirerService = {
      gatewayId: 7,
      name: "Nordbank",
      simulated: false,
      inFlightWindow: Duration.minutes(2),
      perform: (request) => {
        if (isTokenRequest(request)) return Effect.succeed(AcquirerAnswer.NotSent())
        switch (request._tag) {
          case "Charge":
          case "Payout":
            return Effect.succeed(
              AcquirerAnswer.Approved({
                report: { ...noReport, authCode: Redacted.value(request.card.number).slice(-4) }
              })
            )
          case "Capture":
          case "Void":
          case "Refund":
            return Effect.succeed(AcquirerAnswer.Approved({ report: { ...noReport, refId: request.parent } }))
        }
      },
      status: (key) => Effect.succeed(key.length > 0 ? AcquirerStatus.Unknown() : AcquirerStatus.NotFound())
    }
    const answer = await run(Effect.flatMap(charge("payment", card, { amount: 1 }), before.perform))
    assert.deepStrictEqual(answer, { _tag: "Approved", report: { ...noReport, authCode: "0000" } })
  })
})
