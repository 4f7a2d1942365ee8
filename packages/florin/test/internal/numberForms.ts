/** The forms a card number could be written in: any of its bytes in these is a leak. */
const forms = (number: string): ReadonlyArray<readonly [form: string, bytes: Buffer]> => [
  ["raw", Buffer.from(number)],
  ["spaced", Buffer.from(number.replace(/(.{4})(?=.)/g, "$1 "))],
  ["dashed", Buffer.from(number.replace(/(.{4})(?=.)/g, "$1-"))],
  ["hex", Buffer.from(Buffer.from(number).toString("hex"))],
  ["HEX", Buffer.from(Buffer.from(number).toString("hex").toUpperCase())],
  ["utf16le", Buffer.from(number, "utf16le")],
  ["utf16be", Buffer.from(number, "utf16le").swap16()],
  // A number begins at any of three places of a base64 text; what stands around it decides its edges.
  ...[0, 1, 2].map((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift, 48), Buffer.from(number)]).toString("base64")
    return [`base64+${shift}`, Buffer.from(text.slice(shift === 0 ? 0 : 4, 20))] as const
  })
]

export const found = (haystack: Buffer, number: string): ReadonlyArray<string> =>
  forms(number)
    .filter(([, bytes]) => haystack.includes(bytes))
    .map(([form]) => form)
