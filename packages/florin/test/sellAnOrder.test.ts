// The program of the guide "Sell an order", from its button to the row of the order, as a process of its own.
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Compiled from "@florin/crash-tests/Compiled"
import { cards } from "florin/testing"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { type CustomersCard, customerOf, type Visit } from "../src/testing/checkoutCustomer.js"
import { visiting } from "../src/testing/pageVisit.js"
import { root } from "./internal/installation.js"
import { launch, type Running } from "./internal/program.js"

const file = join(root, "examples/express/src/order.ts")
const directory = mkdtempSync(join(tmpdir(), "florin-order-"))
let running: Running

beforeAll(async () => {
  const compiled = await Compiled.module(file)
  const program = {
    command: process.execPath,
    args: () => [compiled],
    cwd: join(root, "examples/express")
  }
  running = await launch(program, { HOME: directory, DATABASE: join(directory, "books.db") })
}, 120_000)
afterAll(async () => {
  await running.stop()
  rmSync(directory, { recursive: true })
})

const basic = `Basic ${btoa("books:a-long-random-secret")}`
const json = { authorization: basic, "content-type": "application/json" }

const requested = async (path: string, body?: object) => {
  const request = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }
  return (await fetch(`${running.url}${path}`, { headers: json, ...request })).json()
}

/** A redirect is the visit's to follow. */
const browse = (request: Request) => fetch(request, { redirect: "manual" })

/** Presses the button. Returns the order's checkout, and the program's own row. */
const buy = async () => {
  const open = visiting(browse, ({ href }) => href.startsWith(`${running.url}/`))
  const home = await open(`${running.url}/`)
  const page = await open(home.forms[0]!.action.replace(/\/$/, "/orders"), {})
  const token = page.url.searchParams.get("token") ?? ""
  const find = async () => {
    const { checkout } = (await requested(`/pay/ctp/api/checkouts/${token}`)) as {
      checkout: { order: { tracking_id: string } }
    }
    return checkout as never
  }
  const customer = customerOf(browse, { find }, `${running.url}/pay`)
  const { order } = (await find()) as { readonly order: { readonly tracking_id: string } }
  const row = async () => ((await requested(`/orders/${order.tracking_id}`)) as { readonly state: string }).state
  const pay = async (card: CustomersCard, visit?: Visit) => {
    const { backUrl } = await customer.pay(token, card, visit)
    return backUrl
  }
  return { pay, row, id: order.tracking_id, token }
}

const refund = async (token: string, amount: number, reason = "Returned") => {
  const found = (await requested(`/pay/ctp/api/checkouts/${token}`)) as {
    readonly checkout: { readonly gateway_response: { readonly payment: { readonly uid: string } } }
  }
  const parent_uid = found.checkout.gateway_response.payment.uid
  const answer = await requested("/pay/transactions/refunds", { request: { parent_uid, amount, reason } })
  return (answer as { readonly transaction?: { readonly status: string } }).transaction?.status
}

describe("Sell an order", () => {
  it("D52: takes 25 lines of the host's own, from the button to the row", () => {
    const lines = readFileSync(file, "utf8").split("\n")
    assert.isAtMost(lines.filter((line) => line !== "" && !line.startsWith("import ")).length, 25)
  })

  it("D48, D52: is paid, and the customer comes back to the shop", async () => {
    const { id, pay, row } = await buy()
    assert.strictEqual(await row(), "created")
    const back = await pay(cards.approved)
    assert.strictEqual(await row(), "paid")
    assert.include(back, `${running.url}/orders/${id}?token=`)
    assert.include(back, "&status=successful")
  })

  it.each([
    ["a card is declined, and another one pays", [[cards.declined], [cards.mastercard]], ["attempt_failed", "paid"]],
    [
      "a challenge is refused, then one is approved",
      [[cards.threeDSecure, { challenge: "refuse" }], [cards.threeDSecure]],
      ["attempt_failed", "paid"]
    ],
    ["a challenge is abandoned", [[cards.threeDSecure, { challenge: "abandon" }]], ["paying"]],
    [
      "three cards are declined",
      [[cards.declined], [cards.fraud], [cards.stolen]],
      ["attempt_failed", "attempt_failed", "failed"]
    ],
    ["a second tab is declined", [[cards.approved], [cards.declined]], ["paid", "paid"]]
  ] as const)("D44: %s", async (_, attempts, states) => {
    const { pay, row } = await buy()
    const seen: Array<string> = []
    for (const [card, visit] of attempts as ReadonlyArray<readonly [CustomersCard, Visit?]>) {
      await pay(card, visit)
      seen.push(await row())
    }
    assert.deepStrictEqual(seen, [...states])
  })

  it("D15, D52: stays paid when a refund is declined, and when all is returned", async () => {
    const { pay, row, token } = await buy()
    await pay(cards.approved)
    assert.strictEqual(await refund(token, 9999), undefined)
    assert.strictEqual(await refund(token, 1995), "successful")
    assert.strictEqual(await row(), "paid")
  })
})
