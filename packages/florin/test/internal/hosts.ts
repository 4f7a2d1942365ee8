// The examples of hosts, and how each is started in this process.
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "./installation.js"

/** An example of a host. */
export interface Host {
  readonly name: string
  /** Its folder in `examples`. */
  readonly folder: string
  /** Starts it where `PORT` and `DATABASE` say, once in a process. Returns what stops it. */
  readonly start: (port: number) => Promise<() => unknown>
}

const example = (folder: string) => join(root, "examples", folder)

export const hosts: ReadonlyArray<Host> = [
  {
    name: "Express",
    folder: "express",
    start: async () => (await import("../../../../examples/express/src/app.js")).stop
  },
  {
    name: "Fastify",
    folder: "fastify",
    start: async () => (await import("../../../../examples/fastify/src/app.js")).stop
  },
  {
    name: "Hono",
    folder: "hono",
    start: async () => (await import("../../../../examples/hono/src/app.js")).stop
  },
  {
    name: "NestJS",
    folder: "nestjs",
    start: async () => (await import("../../../../examples/nestjs/src/app.js")).stop
  },
  {
    name: "Effect",
    folder: "effect",
    start: async () => {
      const { app } = await import("../../../../examples/effect/src/app.js")
      return () => app.dispose()
    }
  },
  {
    name: "Next.js",
    folder: "next",
    start: async (port) => (await import("../../../../examples/next/test/server.js")).start(port)
  }
]

const isOther = (path: string): boolean => /^(?:sqlite|postgres)\.ts$/.test(path)

/** The lines of a host's whole program. */
export const linesOf = ({ folder }: Host): ReadonlyArray<string> =>
  readdirSync(join(example(folder), "src"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !isOther(path))
    .flatMap((path) => readFileSync(join(example(folder), "src", path), "utf8").trimEnd().split("\n"))
