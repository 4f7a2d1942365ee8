/** Digits as customers type them: in the script of their keyboard. */

const isDigit = (codePoint: number): boolean => /^\p{Nd}$/u.test(String.fromCodePoint(codePoint))

/** The digits of each script are ten in a row, and rows that touch begin anew. Source: Unicode, 4.6. */
const valueOf = (digit: string): string => {
  const at = digit.codePointAt(0) ?? 0
  let zero = at
  while (zero > 0 && isDigit(zero - 1)) zero--
  return String((at - zero) % 10)
}

/** The text with the digits of all scripts as 0 to 9, wide signs as plain ones, and without what is not seen, such as marks of direction. */
export const withPlainDigits = (text: string): string => {
  // Most customers type nothing else, and Unicode's tables cost many times as much as this.
  const isPlain = !/[^ -~]/.test(text)
  if (isPlain) return text
  return text
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .replace(/(?![0-9])\p{Nd}/gu, valueOf)
}
