/** The standalone server that `npm start` runs, as a process of its own. */
import { spawn } from "node:child_process"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import * as Compiled from "@florin/crash-tests/Compiled"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"

const root = fileURLToPath(new URL("../../../..", import.meta.url))

const source = `${root}packages/florin/src/cli/main.ts`

export interface Standalone {
  readonly url: string
  /** `<shop>:<secret>`, which is said once. */
  readonly credentials: string | undefined
  readonly kill: Effect.Effect<void>
}

// A shell waits beside the server and kills it when its input ends, so that it never outlives this process.
const beside = '"$@" & server=$!; read -r _; kill -9 $server; wait $server 2> /dev/null'

/** Starts it in a directory; it is killed with the scope at the latest. */
export const standalone = Effect.fnUntraced(function* (directory: string, environment: Record<string, string>) {
  const program = yield* Compiled.make(source)
  const child = yield* Effect.acquireRelease(
    Effect.sync(() =>
      spawn("/bin/sh", ["-c", beside, "sh", process.execPath, program, "serve"], {
        cwd: root,
        env: {
          PATH: process.env.PATH ?? "",
          PORT: "0",
          FLORIN_DATABASE: `sqlite:${directory}/florin.db`,
          FLORIN_KEYS: `${directory}/keys.json`,
          FLORIN_LOG_LEVEL: "warning",
          ...environment
        },
        stdio: ["pipe", "pipe", "inherit"]
      })
    ),
    (child) => Effect.sync(() => child.stdin.end())
  )
  const ended = yield* Deferred.make<void>()
  const ready = yield* Deferred.make<string>()
  let credentials: string | undefined
  createInterface({ input: child.stdout }).on("line", (line) => {
    credentials ??= /FLORIN_SHOP=(\S+)/.exec(line)?.[1]
    const url = /ready on (\S+)/.exec(line)?.[1]
    if (url !== undefined) Deferred.unsafeDone(ready, Effect.succeed(url))
  })
  child.once("close", () => Deferred.unsafeDone(ended, Effect.void))
  const url = yield* Effect.raceFirst(
    Deferred.await(ready),
    Effect.zipRight(Deferred.await(ended), Effect.dieMessage("The server did not start"))
  )
  const server: Standalone = {
    url,
    credentials,
    kill: Effect.zipRight(
      Effect.sync(() => child.stdin.end()),
      Deferred.await(ended)
    )
  }
  return server
})
