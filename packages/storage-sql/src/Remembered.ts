/** What is made once for each of some keys. */

/** Remembers what was made for a key, for the first `most` keys. Default: for all. */
export const remembered = <Key, A extends object | string>(make: (key: Key) => A, most = Number.POSITIVE_INFINITY) => {
  const known = new Map<Key, A>()
  return (key: Key): A => {
    const found = known.get(key)
    if (found !== undefined) return found
    const made = make(key)
    if (known.size < most) known.set(key, made)
    return made
  }
}
