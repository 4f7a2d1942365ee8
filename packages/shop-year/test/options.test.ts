import { assert, describe, it } from "@effect/vitest"
import * as Either from "effect/Either"
import { defaults, parse } from "../src/Options.js"
import { progressBar } from "../src/ProgressBar.js"

describe("the command line", () => {
  it.each([
    ["", defaults],
    ["--subscriptions 1 --months 36 --seed 0", { ...defaults, subscriptions: 1, months: 36, seed: 0 }],
    ["--subscriptions 10000 --out reports/a", { ...defaults, subscriptions: 10_000, out: "reports/a" }],
    ["--help", "help"]
  ])("%j asks for %j", (line, expected) => {
    assert.deepStrictEqual(parse(line.split(" ").filter(Boolean)), Either.right(expected as typeof defaults))
  })

  it.each([
    ["--subscriptions 0", "--subscriptions must be a whole number from 1 to 10000"],
    ["--subscriptions 10001", "--subscriptions must be a whole number from 1 to 10000"],
    ["--subscriptions many", "--subscriptions must be a whole number from 1 to 10000"],
    ["--months 0", "--months must be a whole number from 1 to 36"],
    ["--months 1.5", "--months must be a whole number from 1 to 36"],
    ["--months 37", "--months must be a whole number from 1 to 36"],
    ["--seed -1", "--seed"],
    ["--seed=-1", "--seed must be a whole number from 0 to 999999999"],
    ["--out=", "--out must name a directory"],
    ["--fast", "--fast"],
    ["12", "12"]
  ])("%s is refused", (line, says) => {
    assert.include(Either.getOrThrow(Either.flip(parse(line.split(" ")))), says)
  })
})

describe("the progress bar", () => {
  const drawnOn = (isTTY: boolean | undefined) => {
    const written: Array<string> = []
    const bar = progressBar({ ...(isTTY === undefined ? {} : { isTTY }), write: (text) => written.push(text) })
    for (const share of [0, 0.001, 0.5, 1]) bar.show(share)
    bar.end()
    return written.map((text) => text.replaceAll("\r", "").trim())
  }

  it("is drawn on a terminal, once for each percent, and taken away", () => {
    assert.deepStrictEqual(drawnOn(true), [
      `${"░".repeat(32)}   0%`,
      `${"█".repeat(16)}${"░".repeat(16)}  50%`,
      `${"█".repeat(32)} 100%`,
      ""
    ])
  })

  it.each([false, undefined])("leaves no trace elsewhere (%s)", (isTTY) => {
    assert.deepStrictEqual(drawnOn(isTTY), [])
  })
})
