/** The routes that only look, and the page of 3-D Secure. */
import * as Effect from "effect/Effect"
import type { Answer, FakePayment } from "./books.js"
import * as Charging from "./charging.js"
import { decidedOf, type Fake, notFound, outgoing, prevented, refused, transported } from "./fake.js"
import { page, returning } from "./page.js"
import { post } from "./posting.js"
import * as Rendering from "./rendering.js"
import type { Incoming, Reaction } from "./server.js"

/** Ends authentications whose time is over, and tells of them. */
const expiring = ({ teller, world }: Fake): Effect.Effect<void> => {
  const all = [...world.books.waiting]
  const { after, before } = teller.about(all.flatMap((one) => decidedOf(one, Charging.expire(world, one))))
  return Effect.zipRight(before, after)
}

/** Newest first, as there. */
const list = ({ ownUrl, world }: Fake, reference: string | null): Answer => {
  if (reference === null) return refused(422, ["reference_required"])
  const data = [...(world.books.byReference.get(reference) ?? [])].reverse()
  const documents = data.slice(0, 10).map((one) => Rendering.details(ownUrl(), one))
  return { status: 200, body: { limit: 10, skip: 0, total_count: data.length, data: documents } }
}

const found = (fake: Fake, { path, query }: Incoming): Answer => {
  const [, kind, id = "", part] = path.split("/")
  if (path === "/payments") return list(fake, query.get("reference"))
  const payment = kind === "payments" ? fake.world.books.payments.get(id) : undefined
  if (payment === undefined) return notFound
  if (part === "actions") return { status: 200, body: [...payment.actions].reverse().map(Rendering.action) }
  return part === undefined ? { status: 200, body: Rendering.details(fake.ownUrl(), payment) } : notFound
}

const get = (fake: Fake, incoming: Incoming): Effect.Effect<Reaction> =>
  Effect.suspend(() => {
    const fault = fake.faults.take("GET", incoming.path)
    const reaction = prevented(fake, fault)
    if (reaction !== undefined) return Effect.succeed(reaction)
    return Effect.map(
      Effect.zipRight(
        expiring(fake),
        Effect.sync(() => found(fake, incoming))
      ),
      (answer): Reaction => ({ outgoing: transported(fake, answer, fault) })
    )
  })

const authenticated = ({ ownUrl, teller, world }: Fake, payment: FakePayment, isConfirmed: boolean): Reaction => {
  const { session } = payment
  const { after } = teller.about(decidedOf(payment, Charging.authenticate(world, payment, isConfirmed)))
  const isApproved = payment.actions.some(({ approved }) => approved === true)
  const url = isApproved ? session?.successUrl : session?.failureUrl
  const location = url === undefined ? ownUrl() : returning(url, session?.id ?? "")
  return { outgoing: { status: 303, headers: { location }, body: "" }, afterwards: after }
}

const gone: Reaction = { outgoing: { status: 404, headers: { "content-type": "text/plain" }, body: "Gone" } }

const visit = (fake: Fake, { body, method, path }: Incoming): Reaction => {
  const all = [...fake.world.books.waiting]
  const payment = all.find(({ session }) => session?.id === path.split("/")[2])
  if (payment === undefined) return gone
  if (method === "POST") return authenticated(fake, payment, new URLSearchParams(body).get("answer") === "confirm")
  const headers = { "content-type": "text/html; charset=utf-8" }
  return { outgoing: { status: 200, headers, body: page(`${payment.amount} ${payment.currency}`) } }
}

const isAllowed = ({ publicKey, secretKey }: Fake["account"], { headers, path }: Incoming): boolean => {
  const given = (headers.authorization ?? "").replace(/^Bearer /, "")
  return given === (path === "/tokens" ? publicKey : secretKey)
}

/** All of it. */
export const handler =
  (fake: Fake) =>
  (incoming: Incoming): Effect.Effect<Reaction> =>
    Effect.suspend(() => {
      if (incoming.path.startsWith("/sessions-interceptor/")) return Effect.sync(() => visit(fake, incoming))
      if (!isAllowed(fake.account, incoming)) return Effect.succeed({ outgoing: outgoing(fake, { status: 401 }) })
      return incoming.method === "POST" ? post(fake, incoming) : get(fake, incoming)
    })
