// A program that takes payments, as a process of its own.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import * as Customer from "./customer.js"
import { payment, type Shop, stateOf } from "./shop.js"

export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, "close")
  return port
}

/** How a program is started. */
export interface Program {
  readonly command: string
  /** For the port that it is to listen on, which `PORT` names as well. */
  readonly args: (port: number) => ReadonlyArray<string>
  /** Where its packages are found. */
  readonly cwd: string
}

/** What became of an order that was paid through a program. */
export interface Paid {
  readonly payment: string | undefined
  readonly order: unknown
  readonly exitCode: number | null
  readonly output: string
}

export const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/health/ready`).then(
    ({ ok }) => ok,
    () => false
  )

/** A program that serves, or has ended. */
export interface Running {
  readonly url: string
  /** Whether it ended before it could answer. */
  readonly isOver: boolean
  readonly output: () => string
  /** Ends it as a supervisor does. */
  readonly stop: () => Promise<number | null>
}

/** Starts a program and waits until Florin answers under `/pay`. */
export const launch = async (
  { args, command, cwd }: Program,
  env: Readonly<Record<string, string>>
): Promise<Running> => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const whole = { PATH: process.env.PATH, ...env, PORT: String(port) }
  const child = spawn(command, args(port), { cwd, env: whole, stdio: ["ignore", "pipe", "pipe"] })
  let output = ""
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      output += chunk
    })
  }
  const closed = once(child, "close")
  const isOver = () => child.exitCode !== null || child.signalCode !== null
  while (!isOver() && !(await isReady(`${url}/pay`))) await new Promise((resolve) => setTimeout(resolve, 50))
  const stop = async () => {
    child.kill("SIGTERM")
    const [exitCode] = (await closed) as [number | null]
    return exitCode
  }
  return { url, isOver: isOver(), output: () => output, stop }
}

const card = { number: "4200 0000 0000 0000", expiry: "12/35", code: "123", holder: "Jane Doe" }
const order = { amount: 1995, currency: "EUR", description: "Order 42", tracking_id: "42" }

type Checkout = Readonly<Record<"token" | "redirect_url" | "status", string>>

const requested = async (address: string, request: RequestInit): Promise<Checkout> =>
  ((await (await fetch(address, request)).json()) as { readonly checkout: Checkout }).checkout

/** Sells order 42, which its customer pays on its page. Returns the status of the payment. */
const sold = async (url: string): Promise<string> => {
  const checkouts = `${url}/pay/ctp/api/checkouts`
  const body = JSON.stringify({ checkout: { transaction_type: "payment", order } })
  const { redirect_url, token } = await requested(checkouts, { ...payment(), body })
  await Customer.submit(await Customer.open(redirect_url), card)
  const { status } = await requested(`${checkouts}/${token}`, { headers: payment().headers })
  return status
}

/** Starts a program on a shop's database, has order 42 paid through it, and stops it. */
export const payThrough = async (program: Program, shop: Shop): Promise<Paid> => {
  const { isOver, output, stop, url } = await launch(program, { HOME: shop.directory, DATABASE: shop.place })
  if (isOver) return { payment: undefined, order: undefined, exitCode: await stop(), output: output() }
  const status = await sold(url)
  return { payment: status, order: await stateOf(shop), exitCode: await stop(), output: output() }
}
