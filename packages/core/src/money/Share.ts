/** Parts of amounts in exact arithmetic. */

const half = (remainder: bigint, of: bigint): number => {
  const twice = remainder * 2n
  if (twice === of) return 0
  return twice > of ? 1 : -1
}

/**
 * `amount` × `part` ÷ `whole`, rounded half to even: 5 ÷ 2 is 2, 7 ÷ 2 is 4, and the same below zero.
 *
 * Shape: `whole` above 0, `part` from 0; `amount` may be negative.
 *
 * Source: D60.
 */
export const shareOf = (amount: bigint, part: bigint, whole: bigint): bigint => {
  const isNegative = amount < 0n
  const product = (isNegative ? -amount : amount) * part
  const floor = product / whole
  const side = half(product % whole, whole)
  const rounded = side > 0 || (side === 0 && floor % 2n === 1n) ? floor + 1n : floor
  return isNegative ? -rounded : rounded
}
