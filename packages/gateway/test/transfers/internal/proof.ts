/** Proofs: PDFs that are made here, and the requests that carry them. */
import { createHash } from "node:crypto"

const sha256 = (bytes: string | Uint8Array): string => createHash("sha256").update(bytes).digest("hex")

/** A PDF of one page that says `text`, filled up to `size` bytes by a comment that readers skip. */
export const pdf = (text = "Paid 1,000.00 RUB", size = 0): Buffer => {
  const content = `BT /F1 24 Tf 72 720 Td (${text}) Tj ET`
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"
  ]
  const written = (filler: string): string => {
    let body = `%PDF-1.4\n%${filler}\n`
    const offsets = objects.map((object, index) => {
      const offset = body.length
      body += `${index + 1} 0 obj\n${object}\nendobj\n`
      return `${String(offset).padStart(10, "0")} 00000 n \n`
    })
    const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join("")}`
    return `${body}${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`
  }
  const filled = (length: number) => written("x".repeat(Math.max(0, length)))
  // The offset of the table grows with what is filled in, by a digit at times.
  let document = filled(size - filled(0).length)
  for (let missing = size - document.length; size > 0 && missing !== 0; missing = size - document.length) {
    document = filled((document.match(/%(x*)\n/)?.[1] ?? "").length + missing)
  }
  return Buffer.from(document, "latin1")
}

export const documentOf = (file: Uint8Array, changes: object = {}) => ({
  content_type: "application/pdf",
  file_name: "receipt.pdf",
  file_size: file.length,
  content: Buffer.from(file).toString("base64"),
  checksum: sha256(file),
  ...changes
})

/** The checksum that the interface describes. */
export const checksumOf = (amount: number): string => sha256(String(amount))

const receipt = pdf()

export const proof = (changes: object = {}) => ({
  amount: 100_000,
  currency: "RUB",
  document: documentOf(receipt),
  ...changes
})
