/** The names of a connector's options, which nothing compares with the type where a host has no TypeScript. */

/** An option that cannot be used, and what is expected of it. Never its value. */
export interface Mistake {
  readonly setting: string
  readonly expected: string
}

/** What else stands in the place of a name may be a secret. */
const nameShape = /^[A-Za-z_]{1,40}$/

/**
 * The first member that is no option, such as a mistyped one, whatever its value is.
 *
 * `at`: the option whose members are looked at. Default: the options themselves.
 */
export const unknownIn = (names: Readonly<Record<string, unknown>>, given: object, at = ""): Mistake | undefined => {
  const stranger = Object.keys(given).find((name) => !Object.hasOwn(names, name))
  if (stranger === undefined) return undefined
  const known = `there are ${Object.keys(names).join(", ")}`
  return nameShape.test(stranger)
    ? { setting: at === "" ? stranger : `${at}.${stranger}`, expected: `is not an option: ${known}` }
    : { setting: at === "" ? "options" : at, expected: `has a member that is no option: ${known}` }
}
