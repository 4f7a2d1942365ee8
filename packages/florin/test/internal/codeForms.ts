/**
 * The forms a security code could be written in. Four digits are found by chance in any id or ciphertext, so a code
 * counts where it stands alone, or in a form long enough to be no chance.
 */
const base64 = (text: string, shift: number): string => {
  const whole = Buffer.concat([Buffer.alloc(shift, 48), Buffer.from(text)])
    .toString("base64")
    .replace(/=+$/, "")
  // What stands around the text decides the letters at its edges.
  return whole.slice(Math.ceil((shift * 8) / 6), Math.floor(((shift + text.length) * 8) / 6))
}

const hex = (text: string): string => Buffer.from(text).toString("hex")

const exact = (code: string): ReadonlyArray<readonly [form: string, bytes: Buffer]> => {
  const quoted = `"${code}"`
  return [
    ["utf16le", Buffer.from(code, "utf16le")],
    ["utf16be", Buffer.from(code, "utf16le").swap16()],
    ["quoted, hex", Buffer.from(hex(quoted))],
    ...[0, 1, 2].map((shift) => [`quoted, base64+${shift}`, Buffer.from(base64(quoted, shift))] as const)
  ]
}

const alone = (code: string): ReadonlyArray<readonly [form: string, text: string]> => [
  ["raw", code],
  ["hex", hex(code)],
  ["base64", base64(code, 0)],
  ["base64", Buffer.from(code).toString("base64").replace(/=+$/, "")]
]

const word = "[0-9A-Za-z+/_-]"

/** The codes that stand in these bytes, each with its form. */
export const found = (
  bytes: Buffer,
  codes: ReadonlyArray<string>
): ReadonlyArray<readonly [code: string, form: string]> => {
  const text = bytes.toString("latin1")
  const written = new Map(
    codes.flatMap((code) => alone(code).map(([form, text]) => [text, [code, form] as const] as const))
  )
  const words = new RegExp(`(?<!${word})(?:${[...written.keys()].join("|")})(?!${word})`, "g")
  return [
    ...(text.match(words) ?? []).flatMap((hit) => [written.get(hit)].filter((known) => known !== undefined)),
    ...codes.flatMap((code) =>
      exact(code)
        .filter(([, form]) => bytes.includes(form))
        .map(([form]) => [code, form] as const)
    )
  ]
}
