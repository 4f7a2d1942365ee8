// The page of the contract, and the way to it.
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Script } from "node:vm"
import { assert, describe, it } from "@effect/vitest"
import type { HttpAdapter } from "@florin/http-adapter/HttpAdapter"
import { toNodeHandler } from "@florin/http-adapter/NodeHandler"
import { toWebHandler } from "@florin/http-adapter/WebHandler"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Memory from "./memory.js"
import { asker, start } from "./server.js"

const runtimeOf = (context: Context.Context<HttpAdapter>) => Effect.provide(Effect.runtime<HttpAdapter>(), context)

const address = "https://shop.example"

describe("the root leads to the page", () => {
  it.scopedLive("of a server of its own", () =>
    Effect.gen(function* () {
      const { ask } = yield* start(Memory.memory())
      const answer = yield* ask("/?x=1")
      assert.deepStrictEqual([answer.status, answer.headers.location, answer.text], [302, "./docs", ""])
    })
  )

  it.scopedLive.each([
    ["/", "", "/docs"],
    ["/pay", "/pay", "/pay/docs"],
    ["/pay/", "/pay", "/pay/docs"],
    ["/a/pay?next=/b/", "/a/pay", "/a/pay/docs"],
    ["/pay:1", "/pay:1", "/pay:1/docs"]
  ] as const)("%s with the prefix '%s', to %s", ([path, prefix, docs]) =>
    Effect.gen(function* () {
      const { context } = yield* start(Memory.memory())
      const handler = toWebHandler(yield* runtimeOf(context), { prefix })
      const answer = yield* Effect.promise(() => handler(new Request(`${address}${path}`)))
      const location = answer.headers.get("location")!
      assert.strictEqual(answer.status, 302)
      assert.strictEqual(new URL(location, `${address}${path}`).href, `${address}${docs}`)
      assert.strictEqual((yield* Effect.promise(() => handler(new Request(`${address}${docs}`)))).status, 200)
    })
  )

  // What Express does for app.use("/pay", handler).
  it.scopedLive.each(["/pay", "/pay/"])("%s of a host that takes the prefix off and keeps the whole beside", (path) =>
    Effect.gen(function* () {
      const { context } = yield* start(Memory.memory())
      const handler = toNodeHandler(yield* runtimeOf(context))
      const server = createServer((request, response) => {
        const originalUrl = request.url!
        request.url = originalUrl.replace(/^\/pay/, "") || "/"
        handler(Object.assign(request, { originalUrl }), response)
      })
      yield* Effect.acquireRelease(
        Effect.async<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void))),
        () => Effect.sync(() => server.close())
      )
      const ask = asker((server.address() as AddressInfo).port, undefined, "/pay")
      const { location } = (yield* ask(path)).headers
      const docs = new URL(location!, `${address}${path}`).pathname
      assert.strictEqual(docs, "/pay/docs")
      assert.strictEqual((yield* ask(docs)).status, 200)
    })
  )
})

const attributes = /<(?:script|link|img|iframe|a)\b[^>]*?\s(?:src|href)="([^"]*)"/g

describe("the page", () => {
  // The same, also where a slash was typed behind it.
  it.scopedLive.each(["/docs", "/docs/"])("at %s loads from its own host only, and finds what it loads", (path) =>
    Effect.gen(function* () {
      const { ask } = yield* start(Memory.memory())
      const page = yield* ask(path)
      assert.strictEqual(page.headers["content-type"], "text/html; charset=utf-8")
      const loaded = [...page.text.matchAll(attributes)].map(([, to]) => new URL(to!, `${address}${path}`))
      const found = loaded.filter(({ protocol }) => protocol !== "data:")
      assert.sameMembers(
        found.map(({ href }) => href),
        [`${address}/docs/reference.css`, `${address}/docs/reference.js`, `${address}/openapi.json`]
      )
      for (const { pathname } of found) assert.strictEqual((yield* ask(pathname)).status, 200, pathname)
      const { servers } = JSON.parse(/type="application\/json">(.*)<\/script>/.exec(page.text)![1]!)
      assert.strictEqual(new URL(`${servers[0].url}/health/live`, `${address}${path}`).pathname, "/health/live")
    })
  )

  it.scopedLive("has no script but the one it loads, and a policy that lets no other through", () =>
    Effect.gen(function* () {
      const { ask } = yield* start(Memory.memory())
      const { headers, text } = yield* ask("/docs")
      const policy = headers["content-security-policy"]!
      assert.include(policy, "default-src 'none'; script-src 'self'; style-src 'self'; ")
      assert.notMatch(policy, /unsafe|\*|https?:/)
      const scripts = text.match(/<script[^>]*>/g)!
      assert.strictEqual(scripts.length, 2)
      assert.match(scripts[0]!, /type="application\/json"/)
      assert.match(text, /<script src="[^"]+"><\/script>/)
      assert.notMatch(text, /<style|\sstyle="|\son\w+="/)
    })
  )

  it.scopedLive("says how to authenticate, and holds the whole contract", () =>
    Effect.gen(function* () {
      const { ask } = yield* start(Memory.memory())
      const { text } = yield* ask("/docs")
      assert.include(text, "the user is the shop's id, the password is its secret key")
      const shown = JSON.parse(/type="application\/json">(.*)<\/script>/.exec(text)![1]!)
      const { servers: _, ...contract } = JSON.parse((yield* ask("/openapi.json")).text)
      assert.deepStrictEqual({ ...shown, servers: undefined }, { ...contract, servers: undefined })
    })
  )

  it.scopedLive("loads a script that is one, and styles without a way to elsewhere", () =>
    Effect.gen(function* () {
      const { ask } = yield* start(Memory.memory())
      const script = yield* ask("/docs/reference.js")
      assert.strictEqual(script.headers["content-type"], "text/javascript; charset=utf-8")
      assert.doesNotThrow(() => new Script(script.text))
      assert.match(script.text, /\nSwaggerUIBundle\(\{\n/)
      const style = yield* ask("/docs/reference.css")
      assert.strictEqual(style.headers["content-type"], "text/css; charset=utf-8")
      assert.include(style.text, ".swagger-ui")
      assert.notMatch(style.text, /<\/?style|@import|url\((?!["']?data:)/)
      for (const { text } of [script, style]) assert.notInclude(text, "sourceMappingURL")
    })
  )
})
