/**
 * What of a password many others would choose, too: words, names of what it opens, rows of keys, years, and one character
 * over and over. Pure.
 *
 * Source: ASVS 5, 6.1.2, 6.2.4, 6.2.11. No list of passwords is kept: those of 15 characters that many have are made of these.
 */

/** Of this product and of what is done with it: whoever guesses knows what they guess at. */
const ownWords = `florin gateway console payment payments checkout operator merchant customer refund capture invoice billing
  account finance support company business office acquirer webhook sandbox stripe adyen paypal visa mastercard`

const manyWords = `password passwort passw0rd pass word пароль welcome letmein admin administrator root login user guest test
  testing demo default secret changeme change temp master access system server internet computer hello iloveyou love
  monkey dragon football baseball basketball soccer hockey sunshine princess superman batman starwars pokemon whatever
  freedom trustno shadow michael jennifer jordan charlie daniel jessica ashley summer winter spring autumn january
  february march april june july august september october november december monday tuesday wednesday thursday friday
  saturday sunday qazwsx привет любовь`

// Longer ones first: of what one word ends in another one is not left over.
const words = [...new Set(`${ownWords} ${manyWords}`.split(/\s+/))].sort((one, other) => other.length - one.length)

/** As they lie on keyboards, and in alphabets. */
const rows = [
  ...[
    "1234567890",
    "qwertyuiop[]",
    "asdfghjkl;'",
    "zxcvbnm,./",
    "qwertzuiop",
    "azertyuiop",
    "abcdefghijklmnopqrstuvwxyz"
  ],
  ...["йцукенгшщзхъ", "фывапролджэ", "ячсмитьбю", "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p;/", "!@#$%^&*()"]
]

/** The least that is a piece of a row: three neighbours occur in words, too. */
const shortestPiece = 4

const both = rows.flatMap((row) => [row + row, [...row, ...row].reverse().join("")])

/** How many characters from `start` on are a piece of a row. */
const pieceAt = (text: string, start: number): number => {
  let length = shortestPiece
  if (!both.some((row) => start + length <= text.length && row.includes(text.slice(start, start + length)))) return 0
  while (start + length < text.length && both.some((row) => row.includes(text.slice(start, start + length + 1))))
    length++
  return length
}

const withoutRows = (text: string): string => {
  let left = ""
  for (let at = 0; at < text.length; ) {
    const length = pieceAt(text, at)
    if (length === 0) left += text[at]
    at += Math.max(1, length)
  }
  return left
}

const years = /(?:19|20)\d\d/g

const again = /(.{1,4}?)\1{2,}/gu

const leet: Readonly<Record<string, string>> = {
  ...{ "0": "o", "1": "l", "3": "e", "4": "a", "5": "s", "7": "t", "8": "b", "@": "a", $: "s", "!": "i" }
}

const withoutWords = (text: string): string => words.reduce((left, word) => left.replaceAll(word, ""), text)

const least = (text: string): number =>
  Array.from(withoutRows(withoutWords(text)).replace(years, "").replace(again, "$1")).length

/** How many characters of a text are none of these. Letters that digits stand for are read as such. */
export const uncommonLength = (text: string): number => {
  const lower = text.normalize("NFKC").toLowerCase()
  return Math.min(least(lower), least(lower.replace(/[0134578@$!]/g, (one) => leet[one] ?? one)))
}
