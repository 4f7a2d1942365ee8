/** The process's terminal for `@effect/cli`: its help and its wizard. */
import { createInterface, emitKeypressEvents, type Key } from "node:readline"
import * as Terminal from "@effect/platform/Terminal"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Mailbox from "effect/Mailbox"
import * as Option from "effect/Option"

const { stdin, stdout } = process

const setRaw = (isRaw: boolean) =>
  Effect.sync(() => {
    if (stdin.isTTY) stdin.setRawMode(isRaw)
  })

const isQuit = (key: Key): boolean => key.ctrl === true && (key.name === "c" || key.name === "d")

const readInput = Effect.gen(function* () {
  const keys = yield* Mailbox.make<Terminal.UserInput>()
  const hear = (text: string | undefined, key: Key): void => {
    const { ctrl = false, meta = false, name = "", shift = false } = key
    keys.unsafeOffer({ input: Option.fromNullable(text), key: { name, ctrl, meta, shift } })
    if (isQuit(key)) keys.unsafeDone(Exit.void)
  }
  yield* Effect.acquireRelease(
    Effect.sync(() => {
      emitKeypressEvents(stdin)
      stdin.on("keypress", hear).resume()
    }),
    () => Effect.sync(() => stdin.off("keypress", hear).pause())
  )
  yield* Effect.acquireRelease(setRaw(true), () => setRaw(false))
  return keys
})

const readLine = Effect.async<string, Terminal.QuitException>((resume) => {
  const lines = createInterface({ input: stdin })
  lines.once("line", (line) => resume(Effect.succeed(line)))
  lines.once("close", () => resume(new Terminal.QuitException()))
  return Effect.sync(() => lines.close())
})

export const layer: Layer.Layer<Terminal.Terminal> = Layer.succeed(Terminal.Terminal, {
  columns: Effect.sync(() => stdout.columns ?? 80),
  rows: Effect.sync(() => stdout.rows ?? 24),
  isTTY: Effect.sync(() => stdout.isTTY === true),
  readInput,
  readLine,
  display: (text) => Effect.sync(() => void stdout.write(text))
})
