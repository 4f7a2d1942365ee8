import { assert, describe, it } from "vitest"
import { disposition, pdf, savedName } from "../src/internal/transport/attachment.js"

// Source: RFC 6266; RFC 8187.
describe("the name of a file that a merchant has sent (D29)", () => {
  it.each([
    ["receipt.pdf", "receipt.pdf"],
    ["Receipt.PDF", "Receipt.pdf"],
    ["two words (1).pdf", "two words (1).pdf"],
    ["чек №5.pdf", "чек №5.pdf"],
    ["receipt.pdf.exe", "receipt.pdf.exe.pdf"],
    ["receipt.html", "receipt.html.pdf"],
    ["../../etc/passwd.pdf", "_.._etc_passwd.pdf"],
    ["C:\\temp\\a.pdf", "C__temp_a.pdf"],
    ['a";filename="b.exe.pdf', "a_;filename=_b.exe.pdf"],
    ["a\r\nset-cookie: b=c.pdf", "aset-cookie_ b=c.pdf"],
    ["invoice\u202efdp.exe", "invoicefdp.exe.pdf"],
    ["zero\u200bwidth\ufeff.pdf", "zerowidth.pdf"],
    ["line\u2028separator.pdf", "lineseparator.pdf"],
    ["half \ud800 pair.pdf", "half  pair.pdf"],
    [".hidden.pdf", "hidden.pdf"],
    [" . .pdf", "document.pdf"],
    [".pdf", "document.pdf"],
    ["dots....pdf", "dots.pdf"],
    ["<script>.pdf", "_script_.pdf"],
    ["a*b?c|d.pdf", "a_b_c_d.pdf"],
    [`${"x".repeat(200)}.pdf`, `${"x".repeat(200)}.pdf`],
    [`${"😀".repeat(201)}.pdf`, `${"😀".repeat(200)}.pdf`]
  ])("%j is saved as %j", (sent, saved) => {
    assert.strictEqual(savedName(sent), saved)
  })

  it.each([
    ["receipt.pdf", `attachment; filename="receipt.pdf"; filename*=UTF-8''receipt.pdf`],
    ["a'b (c)*.pdf", `attachment; filename="a'b (c)_.pdf"; filename*=UTF-8''a%27b%20%28c%29_.pdf`],
    ["чек.pdf", `attachment; filename="___.pdf"; filename*=UTF-8''%D1%87%D0%B5%D0%BA.pdf`],
    ["100%25.pdf", `attachment; filename="100_25.pdf"; filename*=UTF-8''100%2525.pdf`],
    ["😀.pdf", `attachment; filename="_.pdf"; filename*=UTF-8''%F0%9F%98%80.pdf`],
    ['"; x="\r\ny: z', `attachment; filename="_; x=_y_ z.pdf"; filename*=UTF-8''_%3B%20x%3D_y_%20z.pdf`]
  ])("%j is a header of visible ASCII: %s", (sent, header) => {
    assert.strictEqual(disposition(sent), header)
    assert.match(header, /^[ -~]+$/)
  })

  it("comes with a policy under which nothing of it runs, wherever it is opened", () => {
    const content = new Uint8Array([37])
    const { headers, ...reply } = pdf({ content, fileName: "a.pdf" })
    assert.deepStrictEqual(reply, { status: 200, body: "", content })
    assert.deepInclude(headers, {
      "content-type": "application/pdf",
      "content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
      "x-frame-options": "DENY"
    })
  })
})
