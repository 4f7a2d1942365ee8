// The examples of hosts, and how each is started in this process.
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "./installation.js"

/** An example of a host. */
export interface Host {
  readonly name: string
  /** Its folder in `examples`. */
  readonly folder: string
  /** What starts it in this process. */
  readonly module: string
  /** Where its console is. */
  readonly console: string
  /** With which its own process ends at SIGTERM. Default: 0. */
  readonly exitCode?: number
}

export const hosts: ReadonlyArray<Host> = [
  { name: "Express", folder: "express", module: "src/app.ts", console: "/florin" },
  { name: "Fastify", folder: "fastify", module: "src/app.ts", console: "/pay/console" },
  { name: "Hono", folder: "hono", module: "src/app.ts", console: "/pay/console" },
  { name: "NestJS", folder: "nestjs", module: "src/app.ts", console: "/florin" },
  { name: "Effect", folder: "effect", module: "src/app.ts", console: "/desk" },
  { name: "Next.js", folder: "next", module: "test/server.ts", console: "/pay/console", exitCode: 143 }
]

/** As programs export it: an app of Effect's, or a function. */
type Stoppable = { readonly app: { readonly dispose: () => Promise<void> } } | { readonly stop: () => unknown }

/** Starts a host where `PORT` and `DATABASE` say, once in a process. Returns what stops it. */
export const start = async ({ folder, module }: Host): Promise<() => unknown> => {
  const started: Stoppable = await import(join(root, "examples", folder, module))
  return "app" in started ? () => started.app.dispose() : started.stop
}

/** Of another program in the same folder. */
const isOther = (path: string): boolean => /^(?:sqlite|postgres|subscription|order|orders|hold)\.ts$/.test(path)

/** The lines of a host's whole program. */
export const linesOf = ({ folder }: Host): ReadonlyArray<string> => {
  const source = join(root, "examples", folder, "src")
  return readdirSync(source, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !isOther(path))
    .flatMap((path) => readFileSync(join(source, path), "utf8").trimEnd().split("\n"))
}
