// What a shop and its customer do with a host, by HTTP alone.
import { assert } from "vitest"
import * as Customer from "./customer.js"
import { isReady } from "./program.js"
import { payment } from "./shop.js"

type Members = Readonly<Record<string, unknown>>

const answered = async (response: Promise<Response>): Promise<Members> => {
  const answer = await response
  const text = await answer.text()
  assert.isTrue(answer.ok, `${answer.status} ${text}`)
  return JSON.parse(text)
}

const posted = (address: string, body: object): Promise<Members> =>
  answered(fetch(address, { ...payment(), body: JSON.stringify(body) }))

const pause = () => new Promise((resolve) => setTimeout(resolve, 20))

/** Waits until the host answers. Errors: the output of one that has ended. */
export const ready = async (url: string, ended: () => string | undefined = () => undefined): Promise<void> => {
  while (!(await isReady(`${url}/pay`))) {
    assert.isUndefined(ended())
    await pause()
  }
}

/** What the host's own route, which reads JSON, knows of a subscription. */
export const access = (url: string, subscription: string): Promise<Members> => posted(`${url}/access`, { subscription })

const authorize = async (url: string, changes: object = {}): Promise<Members> =>
  (await answered(fetch(`${url}/pay/transactions/authorizations`, payment(1995, changes)))).transaction as Members

export const authorization = async (url: string): Promise<unknown> => (await authorize(url)).status

const outside = (url: string, page: Customer.Page): ReadonlyArray<string> =>
  Customer.addressesIn(page).filter((address) => !address.startsWith(`${url}/pay/`))

/** A page is HTML, leads nowhere but under the prefix, and its scripts are there. */
const looksRight = async (url: string, page: Customer.Page): Promise<void> => {
  assert.deepStrictEqual([page.status, page.type, outside(url, page)], [200, "text/html; charset=utf-8", []])
  for (const script of Customer.scriptsIn(page)) {
    const { status, type } = await Customer.open(script)
    assert.deepStrictEqual([status, type], [200, "text/javascript; charset=utf-8"], script)
  }
}

// The sandbox's bank asks its customer.
const asking = {
  number: "4012000000001097",
  verification_value: "123",
  holder: "Jane Doe",
  exp_month: "12",
  exp_year: "2035"
}

/** Goes to the bank and comes back. Returns the status before and after. */
export const throughThreeDSecure = async (url: string): Promise<ReadonlyArray<unknown>> => {
  const { redirect_url, status, uid } = await authorize(url, { credit_card: asking, duplicate_check: false })
  const page = await Customer.open(String(redirect_url))
  await looksRight(url, page)
  const bank = await Customer.submit(page)
  await looksRight(url, bank)
  await Customer.submit(bank)
  const { headers } = payment()
  const { transaction } = await answered(fetch(`${url}/pay/transactions/${uid}`, { headers }))
  return [status, (transaction as Members).status]
}

const card = { number: "4200 0000 0000 0000", expiry: "12/35", code: "123", holder: "Jane Doe" }

/** Pays for a plan on its page. Returns the subscription's id once the page says that it is active. */
export const subscription = async (url: string): Promise<string> => {
  const price = { amount: 500, interval: 1, interval_unit: "month" }
  const plan = await posted(`${url}/pay/plans`, { title: "Books", currency: "EUR", plan: price })
  const page = await Customer.open(String(plan.pay_url))
  await looksRight(url, page)
  const paid = await Customer.submit(page, card)
  await looksRight(url, paid)
  assert.include(paid.html, "<h1>Your subscription is active</h1>")
  return new URL(paid.url).searchParams.get("subscription") ?? ""
}

/** What the host knows of a subscription once a webhook has told it. */
export const reported = async (url: string, id: string): Promise<Members> => {
  const { state } = await access(url, id)
  if (state === "unknown") {
    await pause()
    return reported(url, id)
  }
  return access(url, id)
}

/** What the console says to a link that lets in nobody: the form arrives, whatever parser has read it. */
export const console = async (url: string, mount: string): Promise<Customer.Page> => {
  const address = `${url}${mount}`
  const door = await Customer.open(`${address}/`)
  assert.deepStrictEqual([door.status, door.type], [401, "text/html; charset=utf-8"])
  assert.deepStrictEqual(
    Customer.addressesIn(door).filter((one) => !one.startsWith(`${address}/`)),
    []
  )
  for (const script of Customer.scriptsIn(door)) assert.strictEqual((await Customer.open(script)).status, 200)
  const byLink = await Customer.open(`${address}/sign-in?token=nobody.0`)
  assert.strictEqual(byLink.status, 200)
  return Customer.submit(byLink)
}

/** Sends an event that nobody has signed. Returns the host's status. */
export const forge = async (url: string, id: string): Promise<number> => {
  const event = { event: "created.subscription", id, state: "active" }
  const headers = { "content-type": "application/json" }
  return (await fetch(`${url}/webhooks`, { method: "POST", headers, body: JSON.stringify(event) })).status
}
