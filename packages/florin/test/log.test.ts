import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"
import { assert, describe, it } from "vitest"
import * as Log from "../src/cli/server/log.js"

const request = {
  request: "0a1b",
  shop: "books",
  operator: undefined,
  method: "POST",
  route: "/transactions/:uid",
  status: 200,
  milliseconds: 12.3456,
  uid: "01890a5d-ac96-774b-bcce-b302099a8057"
}

const logged = (format: "json" | "pretty", level: LogLevel.LogLevel, tell: (log: Log.Log) => void) => {
  const lines: Array<string> = []
  tell(Log.make({ format, level, write: (line) => lines.push(line) }))
  return lines
}

const effect = (work: Effect.Effect<void>) => (log: Log.Log) =>
  Effect.runSync(Effect.provide(work, Logger.replace(Logger.defaultLogger, log.logger)))

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

describe("the log", () => {
  it("is one JSON object a line, with everything that is known of a request", () => {
    const [line = "", ...more] = logged("json", LogLevel.Info, (log) => log.request(request))
    assert.deepStrictEqual(more, [])
    assert.strictEqual(line.indexOf("\n"), line.length - 1)
    const { time: at, ...rest } = JSON.parse(line)
    assert.match(at, time)
    const { operator: _, ...reported } = request
    assert.deepStrictEqual(rest, { level: "info", message: "Request answered", ...reported, milliseconds: 12.3 })
  })

  it("names the operator of a request, in the place of a shop", () => {
    const [line = "{}"] = logged("json", LogLevel.Info, (log) =>
      log.request({ ...request, shop: undefined, operator: "anna" })
    )
    const { operator, shop } = JSON.parse(line)
    assert.deepStrictEqual([operator, shop], ["anna", undefined])
  })

  it("is one line for a reader, with the same", () => {
    const [line = ""] = logged("pretty", LogLevel.Info, (log) => log.request({ ...request, shop: undefined }))
    const [at = "", ...words] = line.split(" ")
    assert.match(at, time)
    assert.strictEqual(
      words.join(" "),
      `INFO  Request answered method=POST route=/transactions/:uid status=200 milliseconds=12.3 uid=${request.uid} request=0a1b\n`
    )
  })

  it.each([
    { of: "an answer", status: 200, route: "/x", level: "info" },
    { of: "a refusal", status: 400, route: undefined, level: "info" },
    { of: "a failure of ours", status: 500, route: "/x", level: "error" },
    { of: "a probe", status: 200, route: "/health/ready", level: "debug" },
    { of: "a probe that fails", status: 503, route: "/health/ready", level: "error" }
  ])("has $of at the level $level", ({ level, route, status }) => {
    const [line = "{}"] = logged("json", LogLevel.All, (log) => log.request({ ...request, route, status }))
    assert.strictEqual(JSON.parse(line).level, level)
  })

  it.each([
    { isDelivered: true, result: "204", level: "debug" },
    { isDelivered: false, result: "timeout", level: "warn" }
  ])("has an attempt at a webhook with the result $result at the level $level", ({ level, ...ended }) => {
    const observed = {
      shop: "books",
      uid: request.uid,
      notification: "msg_1",
      attempt: 2,
      milliseconds: 15_000,
      ...ended
    }
    const [line = "{}"] = logged("json", LogLevel.All, (log) => log.delivery(observed as never))
    const { isDelivered: _, ...reported } = observed
    assert.deepInclude(JSON.parse(line), { level, ...reported })
  })

  it.each([
    { least: LogLevel.Debug, reported: 4 },
    { least: LogLevel.Info, reported: 3 },
    { least: LogLevel.Warning, reported: 2 },
    { least: LogLevel.Error, reported: 1 },
    { least: LogLevel.None, reported: 0 }
  ])("leaves out what is less than $least._tag", ({ least, reported }) => {
    const work = Effect.all([Effect.logDebug("1"), Effect.logInfo("2"), Effect.logWarning("3"), Effect.logError("4")])
    const all = Effect.provide(Effect.asVoid(work), Logger.minimumLogLevel(LogLevel.All))
    assert.strictEqual(logged("json", least, effect(all)).length, reported)
  })

  it.each(["json", "pretty"] as const)("stays one line, whatever an entry holds: %s", (format) => {
    const work = Effect.logError("one\ntwo\r\u001b[2K\u0085\u2028three", { cause: 'a "quoted"\nline' }).pipe(
      Effect.annotateLogs({
        requestId: 'a "b"\nc\u001b\u009b\u2029',
        message: "another",
        time: "later",
        of: { a: ["\n"] }
      }),
      Effect.annotateLogs({ big: 5n })
    )
    const [line = "", ...more] = logged(format, LogLevel.Info, effect(work))
    assert.deepStrictEqual(more, [])
    // What a terminal or a reader of logs takes for the end of a line, or for a command.
    assert.notMatch(line.trimEnd(), /[\p{Cc}\u2028\u2029]/u)
    if (format === "json") assert.match(JSON.parse(line).time, time)
    if (format === "json") assert.include(JSON.parse(line).message, "one")
  })
})
