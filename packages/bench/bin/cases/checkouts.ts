/** What an order on our page costs: made, shown and paid, beside a payment that the shop orders itself. */
import { createFlorin, type Florin } from "florin"
import { atOnce, ring } from "../florin.js"
import { measure, median, rounds, warmUp } from "../measure.js"
import { basic, body, card, secret, shopId } from "../orders.js"
import { atEnd, newFile } from "../places.js"
import { contest, single } from "../report.js"

const baseUrl = "https://pay.example"

/** Each side has a file of its own, and pays for what it has written there. */
const opened = async (): Promise<Florin> => {
  const florin = await createFlorin({
    ...{ database: `sqlite:${newFile()}`, keys: ring, acquirers: [atOnce], baseUrl },
    shops: [{ id: shopId, secretKey: secret }]
  })
  atEnd(florin.close)
  return florin
}

const headers = { authorization: basic(shopId), "content-type": "application/json" }

/** Without a socket: the text that it would have brought, and the text that it would take away. */
const asking =
  ({ fetch }: Florin, wanted: number) =>
  async (path: string, init: RequestInit = {}): Promise<Response> => {
    const answer = await fetch(new Request(`${baseUrl}${path}`, init))
    if (answer.status !== wanted) throw new Error(`${path} was answered ${answer.status}`)
    return answer
  }

/** `prepare` is not measured; it makes what each of the operations works on. */
const side = <A>(
  name: string,
  prepare: (count: number) => Promise<ReadonlyArray<A>>,
  one: (work: A) => Promise<unknown>
) => ({
  name,
  work: async (count: number) => {
    const prepared = await prepare(count)
    return measure(count, inFlight, (index) => one(prepared[index]!))
  }
})

const inFlight = 64

/** Numbers of orders, each once. */
const numbering = () => {
  let number = 0
  return async (count: number) => Array.from({ length: count }, () => number++)
}

const paying = async () => {
  const ask = asking(await opened(), 200)
  return side("a payment, ordered by the shop", numbering(), async (number) => {
    const sent = { method: "POST", headers, body: JSON.stringify(body(number)) }
    await (await ask("/transactions/payments", sent)).text()
  })
}

const creating = (florin: Florin) => {
  const ask = asking(florin, 201)
  return async (number: number): Promise<string> => {
    const order = { amount: 1000 + number, currency: "EUR", description: "An order", tracking_id: `order-${number}` }
    const checkout = { transaction_type: "payment", order, settings: { success_url: "https://shop.example/paid" } }
    const answer = await ask("/ctp/api/checkouts", { method: "POST", headers, body: JSON.stringify({ checkout }) })
    return ((await answer.json()) as { checkout: { token: string } }).checkout.token
  }
}

/** The tokens of orders that wait to be paid. */
const waiting = (florin: Florin) => {
  const numbers = numbering()
  const create = creating(florin)
  return async (count: number) => {
    const tokens: Array<string> = []
    const wanted = await numbers(count)
    await measure(count, inFlight, async (index) => tokens.push(await create(wanted[index]!)))
    return tokens
  }
}

const typed = {
  ...{ method: "credit_card", after: "0", number: card.number, expiry: "12/35" },
  ...{ code: card.verification_value, holder: card.holder }
}

const attempting = async () => {
  const florin = await opened()
  const ask = asking(florin, 303)
  return side("an attempt: the page's form, to its redirect", waiting(florin), async (token) => {
    const body = new URLSearchParams({ token, ...typed }).toString()
    const form = { "content-type": "application/x-www-form-urlencoded" }
    await (await ask("/checkout", { method: "POST", headers: form, body })).text()
  })
}

/** The CPU of so many pages at once. Unit: milliseconds. */
const pages = async (scale: number): Promise<string> => {
  const florin = await opened()
  const ask = asking(florin, 200)
  const tokens = await waiting(florin)(inFlight)
  const show = async (index: number) => void (await (await ask(`/checkout?token=${tokens[index % inFlight]}`)).text())
  await measure(Math.ceil(warmUp * scale), inFlight, show)
  const seen: Array<number> = []
  for (let round = 0; round < rounds; round++) {
    seen.push((await measure(Math.ceil(4000 * scale), inFlight, show)).cpu)
  }
  const together = (median(seen) * inFlight) / 1000
  const what = `${inFlight} pages of orders at once, CPU of them all`
  return single(what, `${together.toFixed(1)} ms`, "≤ 100 ms", together <= 100)
}

export const checkouts = async (scale: number): Promise<string> => {
  const amounts = { warmUp: warmUp * scale, count: 2000 * scale }
  const made = await opened()
  const created = await contest({
    what: `an order for our page created, SQLite FULL, ${inFlight} in flight`,
    sides: [side("an order created", numbering(), creating(made)), await paying()],
    ...{ ...amounts, rate: 0.95, cpu: 1 }
  })
  const attempts = await contest({
    what: `an attempt on our page paid, SQLite FULL, ${inFlight} in flight`,
    sides: [await attempting(), await paying()],
    ...{ ...amounts, rate: 0.65, cpu: 1.4 }
  })
  return [created, attempts, await pages(scale)].join("\n")
}
