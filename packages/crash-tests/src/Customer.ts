/** A customer who goes through 3-D Secure in a browser, until the charge has its outcome. */
import { isFinal } from "@florin/testing/parties/Auditor"
import * as Loopback from "@florin/testing/parties/Loopback"
import type { Merchant, Order } from "@florin/testing/parties/Merchant"
import type { Random } from "@florin/testing/parties/Random"
import { fieldsOf, type Leaving } from "@florin/testing/parties/ScriptedThreeDSecureServer"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"

type Form = Readonly<Record<string, string>>

/** Posts a form to the page of a transaction, again and again until it is answered. */
const submit = (host: Effect.Effect<string>, uid: string, form: Form) =>
  Effect.flatMap(host, (url) =>
    Loopback.ask(`${url}/process/${uid}/return`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(form).toString()
    })
  ).pipe(
    Effect.filterOrFail(({ status }) => status < 500),
    Effect.retry(Schedule.spaced("100 millis")),
    Effect.orDie
  )

/** Comes back from the challenge. */
export const comeBack = (host: Effect.Effect<string>, uid: string, leaving: Leaving = "passed") =>
  submit(host, uid, fieldsOf(uid, leaving))

/** What customers do: once, twice at once, after a forged return, or refuse. */
const manners = { once: 4, twice: 3, forged: 1, refusing: 1 }

/** Goes through the method step and the challenge, each return to whichever process answers. */
export const goThrough = Effect.fnUntraced(function* (
  merchant: Merchant,
  host: Effect.Effect<string>,
  order: Order,
  random: Random
) {
  const uid = order.acknowledged?.uid ?? ""
  const manner = random.weighted(manners)
  yield* submit(host, uid, { threeDSMethodData: "done" })
  if (manner === "forged") yield* comeBack(host, uid, "forged")
  const back = comeBack(host, uid, manner === "refusing" ? "failed" : "passed")
  const once = manner === "twice" ? Effect.all([back, back], { concurrency: 2, discard: true }) : back
  // A page that is waited for asks again.
  const next = Effect.zipRight(once as Effect.Effect<unknown>, Effect.delay(merchant.look(order), "300 millis"))
  yield* Effect.repeat(next, { until: (documents) => documents.every(isFinal) })
})
