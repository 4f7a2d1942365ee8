/** Reads what a port has said. */

/** A port whose answer throws when it is read has given none. Source: D41. */
export const readOr = <A>(none: A, read: () => A): A => {
  try {
    return read()
  } catch {
    return none
  }
}
