// Source: D1, D3, D4.
import { assert, describe, it } from "@effect/vitest"
import * as Router from "../src/internal/transport/router.js"

const match = Router.make(
  [
    ["GET", "/a/:id"],
    ["GET", "/a/fixed"],
    ["POST", "/a/:id"],
    ["POST", "/a/:id/again"],
    ["GET", "/b/fixed/:name"],
    ["POST", "/a/only"]
  ].map(([method, path]) => ({ method: method!, path: path!, value: `${method} ${path}` }))
)

describe("the router", () => {
  it.each([
    ["GET", "/a/1", "GET /a/:id", { id: "1" }],
    ["GET", "/a/fixed", "GET /a/fixed", {}],
    ["POST", "/a/only", "POST /a/only", {}],
    ["GET", "/a/f%69xed", "GET /a/fixed", {}],
    ["GET", "/a/x%2Fy", "GET /a/:id", { id: "x/y" }],
    ["GET", "/a/%25%32%46", "GET /a/:id", { id: "%2F" }],
    ["GET", "/a/one;two;three", "GET /a/:id", { id: "one;two;three" }],
    ["GET", "/a/one%3Btwo", "GET /a/:id", { id: "one;two" }],
    ["GET", "/a/%D1%8F%F0%9F%98%80", "GET /a/:id", { id: "я😀" }],
    ["GET", "/a/__proto__", "GET /a/:id", { id: "__proto__" }],
    ["GET", `/a/${"x".repeat(10_000)}`, "GET /a/:id", { id: "x".repeat(10_000) }],
    ["POST", "/a/1/again", "POST /a/:id/again", { id: "1" }]
  ] as const)("finds for %s %s: %s %o", (method, path, value, params) => {
    const place = match(path)
    assert.deepStrictEqual([place?.methods.get(method), { ...place?.params }], [value, params])
  })

  it.each([
    "/a",
    "/a/",
    "/A/1",
    "/a/1/",
    "//a/1",
    "a/1",
    "xa/1",
    "",
    "*",
    "http://host/a/1",
    "/a/%",
    "/a/%f",
    "/a/%zz",
    "/a/%ff",
    "/a%2F1",
    "/b/fixed",
    "/a//again"
  ])("finds nothing at %s", (path) => {
    assert.isUndefined(match(path))
  })

  // A place without a route for a method is not passed by for one with a variable segment: that is a 405.
  it.each([
    ["/a/1", ["GET", "POST"]],
    ["/a/1/again", ["POST"]],
    ["/a/fixed", ["GET"]],
    ["/a/only", ["POST"]]
  ])("knows the methods of %s: %o", (path, methods) => {
    assert.deepStrictEqual([...match(path)!.methods.keys()], methods)
  })
})
