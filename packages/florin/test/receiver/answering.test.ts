import {
  isNewer,
  type ReceiverOptions,
  receiver,
  seenInMemory,
  type WebhookEvent,
  type WebhookRefused
} from "florin/receiver"
import { assert, describe, it } from "vitest"
import { message, now, otherSecret, payment, type Sent, secret } from "./internal/signing.js"

const url = "https://shop.example/webhooks"

const request = (sent: Sent = {}): Request => {
  const { body, headers } = message(sent)
  return new Request(url, { method: "POST", headers, body })
}

const listening = (options: Partial<ReceiverOptions<void>> = {}) => {
  const acted: Array<WebhookEvent> = []
  const refused: Array<WebhookRefused> = []
  const answer = receiver({
    secrets: secret,
    seen: seenInMemory(),
    handle: (event) => void acted.push(event),
    onRefused: (why) => void refused.push(why),
    now: () => now,
    ...options
  })
  const send = async (sent?: Sent) => (await answer(request(sent))).status
  return { answer, send, refused, acted, sequences: () => acted.map(({ sequence }) => sequence) }
}

const ids = ["msg_1", "msg_2", "msg_3"] as const

describe("a receiver (D33)", () => {
  it("acts on an event and answers 204 without a body", async () => {
    const { acted, answer } = listening()
    const response = await answer(request())
    assert.strictEqual(response.status, 204)
    assert.strictEqual(await response.text(), "")
    assert.deepStrictEqual(
      acted.map(({ subject, type }) => [type, subject]),
      [["card", payment().transaction.uid]]
    )
  })

  it.each([
    { what: "another's signature", sent: { secrets: [otherSecret] }, status: 401, code: "wrong-signature" },
    { what: "no signature", sent: { secrets: [] }, status: 401, code: "no-signature" },
    { what: "an old signature", sent: { at: now - 301_000 }, status: 401, code: "expired" },
    { what: "no JSON", sent: { document: "Hello" }, status: 400, code: "unreadable" }
  ])("answers $status to $what, acts on nothing and says why", async ({ code, sent, status }) => {
    const { acted, refused, send } = listening()
    assert.strictEqual(await send(sent), status)
    assert.deepStrictEqual(
      refused.map((one) => one.code),
      [code]
    )
    assert.isEmpty(acted)
  })

  it.each([
    { how: "throws", onRefused: () => assert.fail("the log is away") },
    { how: "rejects", onRefused: () => Promise.reject(new Error("the log is away")) },
    { how: "never ends", onRefused: () => new Promise(() => undefined) }
  ])("answers 401 where what hears of it $how", async ({ onRefused }) => {
    // A rejection that nobody hears fails the run.
    assert.strictEqual(await listening({ onRefused }).send({ secrets: [] }), 401)
  })

  it.each([
    { length: 512, status: 204 },
    { length: 513, status: 413 }
  ])("with a limit of 512 bytes answers $status to $length", async ({ length, status }) => {
    const { send } = listening({ bodyLimit: 512 })
    const empty = JSON.stringify(payment({ description: "" })).length
    const document = payment({ description: "a".repeat(length - empty) })
    assert.strictEqual(JSON.stringify(document).length, length)
    assert.strictEqual(await send({ document }), status)
  })

  it("stops reading what is too long", async () => {
    let cancelled = false
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(1024)),
      cancel: () => {
        cancelled = true
      }
    })
    const { answer } = listening()
    const init = { method: "POST", body: endless, duplex: "half" } as RequestInit
    assert.strictEqual((await answer(new Request(url, init))).status, 413)
    assert.isTrue(cancelled)
  })

  it("answers 401 to a browser that opens its address", async () => {
    assert.strictEqual((await listening().answer(new Request(url))).status, 401)
  })

  it.each([{ secrets: [] }, { secrets: "whsec_" }, { secrets: [secret, "secret"] }])(
    "does not start with the secrets $secrets",
    ({ secrets }) => {
      assert.throws(() => listening({ secrets }), /whsec_|at least one/)
    }
  )

  it.each([
    [{ bodylimit: 10 }, "bodylimit is not an option: there are tolerance,"],
    [{ tolerence: 10 }, "tolerence is not an option"],
    [{ handle: undefined }, "handle must be a function"],
    [{ seen: {} }, "seen must be what has seen events"],
    [{ [secret]: true }, "A member of the options is none"]
  ])("does not start with what its types refuse: %j", (options, says) => {
    const error = (() => {
      try {
        return listening(options as never)
      } catch (error) {
        return error
      }
    })() as WebhookRefused
    assert.strictEqual(error.code, "unusable-option")
    assert.include(error.message, says)
    assert.notInclude(error.message, secret)
  })
})

describe("a receiver acts once (D34)", () => {
  it("on an event that comes again, signed again", async () => {
    const { acted, send } = listening()
    assert.deepStrictEqual([await send(), await send({ at: now + 60_000 })], [204, 204])
    assert.lengthOf(acted, 1)
  })

  it("on an event that comes ten times at once", async () => {
    const acted: Array<string> = []
    const { send } = listening({
      handle: async ({ id }) => {
        await new Promise((resolve) => setTimeout(resolve, 5))
        acted.push(id)
      }
    })
    assert.deepStrictEqual(await Promise.all(Array.from({ length: 10 }, () => send())), Array(10).fill(204))
    assert.lengthOf(acted, 1)
  })

  const orders: ReadonlyArray<readonly [come: ReadonlyArray<number>, acted: ReadonlyArray<number>]> = [
    [
      [1, 2, 3],
      [1, 2, 3]
    ],
    [
      [1, 3, 2],
      [1, 3]
    ],
    [[3, 1, 2], [3]],
    [
      [2, 2, 1, 3, 3, 2],
      [2, 3]
    ],
    [
      [9, 10],
      [9, 10]
    ]
  ]
  it.each(orders)("states that come as %j are acted on as %j", async (come, acted) => {
    const { send, sequences } = listening()
    for (const sequence of come) assert.strictEqual(await send({ sequence, id: `msg_${sequence}` }), 204)
    assert.deepStrictEqual(sequences(), acted)
  })

  it.each(orders)("states that come at once as %j are acted on as %j", async (come, acted) => {
    const { send, sequences } = listening({ secrets: [otherSecret, secret] })
    const answers = await Promise.all(come.map((sequence) => send({ sequence, id: `msg_${sequence}` })))
    assert.deepStrictEqual(answers, Array(come.length).fill(204))
    // Which of them is verified first is not said; that none follows a newer one, is.
    const order = [...sequences()]
    assert.deepStrictEqual(
      order,
      [...new Set(order)].sort((left, right) => left - right)
    )
    assert.strictEqual(order.at(-1), Math.max(...acted))
  })

  it("keeps the orders of two transactions apart", async () => {
    const { send, sequences } = listening()
    await send({ id: ids[0], sequence: 9 })
    await send({ id: ids[1], sequence: 3, document: payment({ uid: "another" }) })
    await send({ id: ids[2], sequence: 4, document: payment({ uid: "another" }) })
    assert.deepStrictEqual(sequences(), [9, 3, 4])
  })

  // Source: D1, "repeat the notification": another id, the same state.
  it("on each id of a state that was sent again on request", async () => {
    const { acted, send } = listening()
    for (const id of [ids[0], ids[1], ids[0], ids[1]]) await send({ id, sequence: 4 })
    assert.deepStrictEqual(
      acted.map(({ id }) => id),
      [ids[0], ids[1]]
    )
  })

  it("again on what its handler failed at, and lets other transactions pass meanwhile", async () => {
    let isDown = true
    const acted: Array<string> = []
    const { send } = listening({
      handle: ({ subject }) => {
        if (isDown && subject !== "another") throw new Error("the database is away")
        acted.push(subject)
      }
    })
    const failure = await send().catch((error: Error) => error.message)
    assert.strictEqual(failure, "the database is away")
    assert.strictEqual(await send({ id: ids[1], document: payment({ uid: "another" }) }), 204)
    isDown = false
    assert.strictEqual(await send(), 204)
    assert.deepStrictEqual(acted, ["another", payment().transaction.uid])
  })

  it("and has ended before it answers", async () => {
    const steps: Array<string> = []
    const { send } = listening({
      handle: async () => {
        await new Promise((resolve) => setTimeout(resolve, 5))
        steps.push("acted")
      }
    })
    await send()
    steps.push("answered")
    assert.deepStrictEqual(steps, ["acted", "answered"])
  })

  it("within the transaction that its store gives", async () => {
    const given: Array<string> = []
    const answer = receiver<string>({
      secrets: secret,
      now: () => now,
      seen: { claim: (_, work) => work("tx") },
      handle: (_, transaction) => void given.push(transaction)
    })
    await answer(request())
    assert.deepStrictEqual(given, ["tx"])
  })
})

describe("an event (D33)", () => {
  const reported = (sequence: number, id = "msg_5") => ({ id, subject: "a", sequence })
  it.each([
    { is: reported(4), than: undefined, newer: true },
    { is: reported(5), than: reported(4), newer: true },
    { is: reported(4), than: reported(4), newer: false },
    { is: reported(3), than: reported(4), newer: false },
    { is: reported(4, "msg_6"), than: reported(4, "msg_5"), newer: true },
    { is: reported(4, "msg_4"), than: reported(4, "msg_5"), newer: false },
    { is: reported(10), than: reported(9), newer: true }
  ])("$is.sequence $is.id after $than.sequence $than.id is newer: $newer", ({ is, newer, than }) => {
    assert.strictEqual(isNewer(is, than), newer)
  })
})
