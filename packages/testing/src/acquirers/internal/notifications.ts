/** What a provider tells by itself: evidence that is verified, and read the same whenever it comes. Source: D53. */
import type { AcquirerNotification, IncomingNotification } from "@florin/core/cards/AcquirerNotifications"
import * as Effect from "effect/Effect"
import * as assert from "../../internal/assert.js"
import { capabilitiesOf, type Done, expecting, receive, reportedOf, requestsOf } from "./asking.js"
import { approvedCharge } from "./children.js"
import { type AcquirerUnderTest, type Add, assertMovements, type Open, type Sources } from "./underTest.js"

const sentAbout = Effect.fnUntraced(function* (under: AcquirerUnderTest, { key }: Done) {
  assert.isDefined(under.notifications, "what tells by itself is tried with `notifications`")
  if (under.settle !== undefined) yield* under.settle
  const sent = yield* under.notifications.sentAbout(key)
  assert.isNotEmpty(sent)
  return { sent, forged: under.notifications.forged }
})

/** What a notification says, in few words. */
const gist = (notification: AcquirerNotification): unknown =>
  notification._tag === "Genuine"
    ? notification.outcomes.map(({ key, reference, status }) => [key, reference, status._tag])
    : notification._tag

const saysNothing = (notification: AcquirerNotification): boolean =>
  notification._tag !== "Genuine" || notification.outcomes.length === 0

const truth = (check: Add, open: Open, { approving, declining }: Sources): void => {
  check("tells what was decided, and never the contrary", () =>
    Effect.gen(function* () {
      const under = yield* open
      const { charge } = requestsOf(under)
      for (const [by, expected, contrary] of [
        [approving, "Approved", "Declined"],
        [declining, "Declined", "Approved"]
      ] as const) {
        const done = yield* expecting(expected, under, yield* charge("payment", by, { amount: 1000 }))
        yield* sentAbout(under, done)
        const tags = (yield* reportedOf(under, done.request, done.reference)).map(({ _tag }) => _tag)
        assert.include(tags, expected)
        assert.isFalse((tags as ReadonlyArray<string>).includes(contrary))
      }
    })
  )

  check("reads what is sent twice, late or after what followed it as it did at first", () =>
    Effect.gen(function* () {
      const under = yield* open
      const done = yield* approvedCharge(under, "payment", approving, 1000)
      const { sent } = yield* sentAbout(under, done)
      const first = yield* Effect.forEach(sent, (one) => receive(under, one))
      assert.deepStrictEqual(yield* Effect.forEach(sent, (one) => receive(under, one)), first)
      const kind = capabilitiesOf(under).refunds ? "Refund" : "Void"
      yield* expecting("Approved", under, yield* requestsOf(under).child(kind, done, { amount: 1000 }))
      for (const one of sent.toReversed()) yield* receive(under, one)
      assert.deepStrictEqual(yield* Effect.forEach(sent, (one) => receive(under, one)), first)
      yield* assertMovements(under, done.key, 1)
    })
  )
}

/** At most so many bytes of a body are changed, one at a time. */
const changes = 200

const changed = ({ body, header }: IncomingNotification): ReadonlyArray<IncomingNotification> => {
  const step = Math.max(1, Math.floor(body.length / changes))
  return Array.from({ length: Math.floor(body.length / step) }, (_, index) => {
    const other = Uint8Array.from(body)
    other[index * step] = (other[index * step] ?? 0) ^ 1
    return { header, body: other }
  })
}

const forgeries = (check: Add, open: Open, { approving }: Sources): void => {
  check("believes nothing that is unsigned, signed wrongly, outdated or of another account", () =>
    Effect.gen(function* () {
      const under = yield* open
      const { forged, sent } = yield* sentAbout(under, yield* approvedCharge(under, "payment", approving, 1000))
      for (const one of sent) {
        const { ofAnotherAccount, outdated, wronglySigned } = yield* forged(one)
        for (const forgery of [wronglySigned, outdated]) {
          if (forgery !== undefined) assert.strictEqual((yield* receive(under, forgery))._tag, "NotGenuine")
        }
        assert.isTrue(saysNothing(yield* receive(under, ofAnotherAccount)), "believes another account")
      }
    })
  )

  // What a signature does not cover may change, such as a text for people; what is decided about which charge may not.
  check("reads nothing else out of a notification that was changed on its way", () =>
    Effect.gen(function* () {
      const under = yield* open
      const { sent } = yield* sentAbout(under, yield* approvedCharge(under, "payment", approving, 1000))
      for (const one of sent) {
        const before = gist(yield* receive(under, one))
        for (const other of changed(one)) {
          const after = yield* receive(under, other)
          if (!saysNothing(after)) assert.deepStrictEqual(gist(after), before)
        }
      }
    })
  )
}

const encoder = new TextEncoder()

const unreadable: ReadonlyArray<Uint8Array> = [
  new Uint8Array(),
  encoder.encode("{}"),
  encoder.encode("null"),
  encoder.encode("[".repeat(20_000)),
  encoder.encode("<html><body>502 Bad Gateway</body></html>"),
  Uint8Array.from({ length: 300 * 1024 }, (_, index) => index % 256)
]

const manners = (check: Add, open: Open, { approving }: Sources): void => {
  check("neither fails nor dies of what nobody has sent, and believes none of it", () =>
    Effect.gen(function* () {
      const under = yield* open
      const { sent } = yield* sentAbout(under, yield* approvedCharge(under, "payment", approving, 1000))
      const headers = [() => undefined, () => "", () => "t=1,v1=00", ...sent.map(({ header }) => header)]
      for (const header of headers) {
        for (const body of unreadable) {
          assert.isTrue(saysNothing(yield* receive(under, { header, body })), "believes what nobody has sent")
        }
      }
    })
  )
}

export const notifications = (check: Add, open: Open, sources: Sources): void => {
  truth(check, open, sources)
  forgeries(check, open, sources)
  manners(check, open, sources)
}
