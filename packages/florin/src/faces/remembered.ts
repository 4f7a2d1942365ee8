/** What belongs to a shop is made once, however often a host asks for it. */

/** A host that asks for the shops of its customers has no more than these at a time. */
export const mostShops = 10_000

/** Makes what belongs to an id at the first time, and again once there have been more than `most` others. */
export const remembered = <A>(make: (id: string) => A, most = mostShops): ((id: string) => A) => {
  const known = new Map<string, A>()
  return (id) => {
    const found = known.get(id)
    if (found !== undefined) return found
    const made = make(id)
    if (known.size === most) known.clear()
    known.set(id, made)
    return made
  }
}
