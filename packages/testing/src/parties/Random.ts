/** Pseudo-random numbers that a seed decides, so that what is drawn from them can be drawn again. */

/** A stream of numbers. Two streams of one seed and name are equal. */
export interface Random {
  /** A whole number from `least` to `most`, both included. */
  readonly between: (least: number, most: number) => number
  /** True as often as `probability` says, which is from 0 to 1. */
  readonly chance: (probability: number) => boolean
  readonly pick: <A>(choices: ReadonlyArray<A>) => A
  /** One of the keys, each as often as its weight says. */
  readonly weighted: <A extends string>(weights: Readonly<Record<A, number>>) => A
  readonly bytes: (count: number) => Uint8Array
}

/** Four words from a text, by which one seed begins many unrelated streams. */
const wordsOf = (text: string): [number, number, number, number] => {
  let hash = 1779033703 ^ text.length
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 3432918353)
    hash = (hash << 13) | (hash >>> 19)
  }
  const next = (): number => {
    hash = Math.imul(hash ^ (hash >>> 16), 2246822507)
    hash = Math.imul(hash ^ (hash >>> 13), 3266489909)
    hash ^= hash >>> 16
    return hash >>> 0
  }
  return [next(), next(), next(), next()]
}

/** SFC32, a small fast generator whose state is four words. */
const generator = (text: string): (() => number) => {
  let [a, b, c, counter] = wordsOf(text)
  return () => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return sum >>> 0
  }
}

/** The stream of a seed that has this name. */
export const make = (seed: number | string, name: string): Random => {
  const word = generator(`${seed}/${name}`)
  const fraction = () => word() / 2 ** 32
  const between = (least: number, most: number) => least + Math.floor(fraction() * (most - least + 1))
  return {
    between,
    chance: (probability) => fraction() < probability,
    pick: (choices) => choices[between(0, choices.length - 1)]!,
    weighted: (weights) => {
      const entries = Object.entries<number>(weights)
      let left = fraction() * entries.reduce((sum, [, weight]) => sum + weight, 0)
      const found = entries.find(([, weight]) => {
        left -= weight
        return left < 0
      })
      return (found ?? entries.at(-1)!)[0] as keyof typeof weights
    },
    bytes: (count) => Uint8Array.from({ length: count }, () => word() & 0xff)
  }
}
