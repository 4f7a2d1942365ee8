/** What a call in process costs beside the same over HTTP without a socket: both are one operation, under a key. */
import { createFlorin, type Florin } from "florin"
import { atOnce, ring } from "../florin.js"
import { measure, median, rounds, timed, warmUp } from "../measure.js"
import { basic, body, card, secret, shopId } from "../orders.js"
import { atEnd, newFile } from "../places.js"
import { contest, information } from "../report.js"

/** Each has a file of its own, and pays for what it has written there. */
const opened = async (): Promise<Florin> => {
  const florin = await createFlorin({
    database: `sqlite:${newFile()}`,
    keys: ring,
    acquirers: [atOnce],
    baseUrl: "https://pay.example",
    shops: [{ id: shopId, secretKey: secret }]
  })
  atEnd(florin.close)
  return florin
}

const authorization = (number: number) => ({
  amount: 1000 + number,
  currency: "EUR",
  description: "An order",
  trackingId: `order-${number}`,
  card: {
    number: card.number,
    verificationValue: card.verification_value,
    holder: card.holder,
    expMonth: card.exp_month,
    expYear: card.exp_year
  }
})

const inProcess = async () => {
  const { shop } = await opened()
  return (number: number) => shop(shopId).authorize(authorization(number), { idempotencyKey: `key-${number}` })
}

/** The text that a socket would have brought, and the text that it would take away. */
const overHttp = async () => {
  const { fetch } = await opened()
  const headers = { authorization: basic(shopId), "content-type": "application/json" }
  const url = "https://pay.example/transactions/authorizations"
  return async (number: number): Promise<void> => {
    const sent = { method: "POST", headers: { ...headers, "idempotency-key": `key-${number}` } }
    const answer = await fetch(new Request(url, { ...sent, body: JSON.stringify(body(number)) }))
    if (answer.status !== 200) throw new Error(`It was answered ${answer.status}`)
    await answer.text()
  }
}

const inTurn = (name: string, work: (number: number) => Promise<unknown>) => {
  let number = 0
  const next = () => work(number++)
  return { name, work: (count: number) => measure(count, 64, next) }
}

/** The CPU of a list of 1,000 transactions. Unit: milliseconds. */
const listing = async (scale: number): Promise<string> => {
  const florin = await opened()
  const { authorize, transactions } = florin.shop(shopId)
  const stored = 1000
  for (let number = 0; number < stored; number++) await authorize(authorization(number))
  const all = async () => {
    const { length } = await transactions.list({ limit: stored })
    if (length !== stored) throw new Error(`${length} were listed`)
  }
  const times = Math.ceil(20 * scale)
  const several = async () => {
    for (let time = 0; time < times; time++) await all()
  }
  await several()
  const seen: Array<number> = []
  for (let round = 0; round < rounds; round++) seen.push((await timed(times, several)).cpu / 1000)
  return information(`listing ${stored} transactions in process, CPU`, `${median(seen).toFixed(1)} ms`)
}

export const faces = async (scale: number): Promise<string> => {
  const row = await contest({
    what: "authorize under an idempotency key, SQLite FULL, 64 in flight",
    sides: [inTurn("in process", await inProcess()), inTurn("over HTTP, without the socket", await overHttp())],
    ...{ rate: 1, cpu: 1, warmUp: warmUp * scale, count: 4000 * scale, rounds: 11 }
  })
  return `${row}\n${await listing(scale)}`
}
