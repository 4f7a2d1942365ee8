// A program that takes payments, as a process of its own.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { payment, type Shop, stateOf, statusIn } from "./shop.js"

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

/** Starts a program on a shop's database, pays order 42 through it, and stops it. */
export const payThrough = async ({ args, command, cwd }: Program, shop: Shop): Promise<Paid> => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/pay`
  const env = { PATH: process.env.PATH, HOME: shop.directory, PORT: String(port), DATABASE: shop.place }
  const child = spawn(command, args(port), { cwd, env, stdio: ["ignore", "pipe", "pipe"] })
  let output = ""
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      output += chunk
    })
  }
  const closed = once(child, "close")
  while (child.exitCode === null && !(await isReady(url))) await new Promise((resolve) => setTimeout(resolve, 50))
  if (child.exitCode !== null) return { payment: undefined, order: undefined, exitCode: child.exitCode, output }
  const answer = await fetch(`${url}/transactions/payments`, payment())
  const status = await statusIn(answer)
  const order = await stateOf(shop)
  child.kill("SIGTERM")
  const [exitCode] = (await closed) as [number | null]
  return { payment: status, order, exitCode, output }
}
