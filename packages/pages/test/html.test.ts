import { assert, describe, it } from "@effect/vitest"
import { escape, html, trusted } from "@florin/pages/Html"
import * as fc from "fast-check"

describe("a template", () => {
  it.each([
    ["text", "a < b & c > d", "a &lt; b &amp; c &gt; d"],
    ["quotes", "\"'`", "&quot;&#39;&#96;"],
    ["numbers", 0, "0"],
    ["nothing", undefined, ""],
    ["no value", null, ""],
    ["what does not hold", false, ""],
    ["lists", ["<", ["&"]], "&lt;&amp;"],
    ["HTML of its own kind", html`<b>${"<"}</b>`, "<b>&lt;</b>"],
    ["HTML of ours", trusted("<i>"), "<i>"],
    ["a NUL", "a\u0000b", "a\ufffdb"],
    ["half a character", "a\ud800b", "a\ufffdb"]
  ] as const)("writes %s", (_, part, expected) => {
    assert.strictEqual(html`${part}`.text, expected)
  })

  it("does not take what looks like HTML of its own kind from outside", () => {
    const sent = JSON.parse('{"text":"<script>"}')
    assert.notInclude(html`${String(sent)}`.text, "<script>")
  })

  // Half of them matter to a browser: of all characters there are, one in a hundred thousand does.
  const unit = fc.oneof(
    fc.constantFrom(..."<>\"'`&;=/"),
    fc.nat(0xffff).map((code) => String.fromCharCode(code))
  )

  it("lets no text end an attribute or begin a tag", () => {
    fc.assert(
      fc.property(fc.string({ unit }), (text) => {
        assert.notMatch(escape(text), /[<>"'`]/)
      })
    )
  })
})
