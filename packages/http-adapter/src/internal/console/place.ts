/** Where a page of the console is, as its browser sees it. Source: D73. */

/** Without slashes around it. */
export const belowOf = (path: string): string => path.replace(/^\/+|\/+$/g, "")

/**
 * The path of a target as the client sent it: web servers give the whole address. It begins with one slash: behind two, a
 * browser that is sent there would look for another host.
 */
const pathOf = (target: string): string =>
  target
    .replace(/^https?:\/\/[^/?#]*/i, "")
    .replace(/[?#].*$/s, "")
    .replace(/^[/\\]*/, "/")

/** The path of the mount, with a slash at its end, whatever a host has stripped. */
export const baseOf = (target: string, below: string): string => {
  const path = pathOf(target).replace(/\/+$/, "")
  const base = below !== "" && path.endsWith(below) ? path.slice(0, -below.length) : path
  return base.endsWith("/") ? base : `${base}/`
}

/** Where a page is to be asked for; undefined: there. Its links are relative: the root has a slash at its end, and nothing else has. */
export const misplaced = (target: string, below: string): string | undefined => {
  const wanted = `${baseOf(target, below)}${below}`
  return pathOf(target) === wanted ? undefined : wanted
}
