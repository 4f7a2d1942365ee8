/** What costs much to make, made once. */
import { identity } from "effect/Function"

/**
 * Makes what belongs to a key when it is first asked for, and again once `most` others were made after it.
 *
 * `nameOf`: what makes two keys the same. Default: the key itself. What is made must never change.
 */
export const memoized = <Key, A extends object | string>(
  make: (key: Key) => A,
  most: number,
  nameOf: (key: Key) => unknown = identity
): ((key: Key) => A) => {
  const known = new Map<unknown, A>()
  return (key) => {
    const name = nameOf(key)
    const found = known.get(name)
    if (found !== undefined) return found
    const made = make(key)
    // The oldest is the first in a map.
    if (known.size >= most) known.delete(known.keys().next().value)
    known.set(name, made)
    return made
  }
}
