/** How people sign in, and for how long: limits of tries, sessions, links, passwords. Pure. Source: D74. */
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import type { FailedTries } from "../commits/Reads.js"
import type { Person, Session } from "../people/Person.js"
import type { PasswordFacts } from "../people/SignInSecrets.js"
import { type InvalidRequest, invalid } from "../request/InvalidRequest.js"

/** A session ends when nothing was asked for so long. */
export const idleTime = Duration.minutes(30)

/** A session ends after so long, whatever was asked. */
export const sessionTime = Duration.hours(12)

/** A sign-in link is good for so long, once. */
export const linkTime = Duration.hours(1)

/** A browser in which a person has signed in is known for so long. */
export const deviceTime = Duration.days(90)

/** That a session was used is written down no more often: each request would be a commit. */
export const touchTime = Duration.minutes(1)

/** The most sessions, and the most browsers, of a person; of more, the oldest go. */
export const mostSessions = 10

const hour = Duration.toMillis(Duration.hours(1))

/**
 * Whose tries are counted. How many may fail in an hour.
 *
 * - `account`: whoever tries a name in browsers where its person has never signed in. Strangers can use all of these up,
 *   and lock out nobody: the person has a browser of their own, or gets a link
 * - `device`: a browser in which the person has signed in
 * - `address`: of the network, which many people may share
 * - `link`: second factors that are tried with a link that is good
 */
export const triesPerHour = { account: 10, device: 10, address: 30, link: 5 } as const

export type TriedBy = keyof typeof triesPerHour

/** The tries that have failed, as they weigh later: an hour forgets as many as may fail in it. */
export const decayedTries = (tries: FailedTries | undefined, by: TriedBy, now: number): FailedTries => {
  if (tries === undefined) return { failed: 0, at: now }
  const forgotten = (triesPerHour[by] * Math.max(0, now - tries.at)) / hour
  return { failed: Math.max(0, tries.failed - forgotten), at: now }
}

/** Until when nothing more may be tried; undefined: one may be. Unit: milliseconds. */
export const waitOf = ({ failed }: FailedTries, by: TriedBy): number | undefined => {
  const beyond = failed - (triesPerHour[by] - 1)
  // Fractions of tries are not exact: a thousandth of a millisecond is none.
  const wait = Math.ceil((beyond * hour) / triesPerHour[by] - 0.001)
  return wait <= 0 ? undefined : wait
}

/** Whether a session goes on. */
export const isOpen = ({ openedAt, seenAt }: Session, now: DateTime.Utc): boolean =>
  DateTime.lessThan(now, DateTime.addDuration(seenAt, idleTime)) &&
  DateTime.lessThan(now, DateTime.addDuration(openedAt, sessionTime))

/** Whether the use of a session is to be written down. */
export const isToTouch = ({ seenAt }: Session, now: DateTime.Utc): boolean =>
  DateTime.greaterThanOrEqualTo(now, DateTime.addDuration(seenAt, touchTime))

/** A person's next version. */
export const next = (person: Person, members: Partial<Person>): Person => ({
  ...person,
  ...members,
  version: person.version + 1
})

/** A person who has signed in: the session is new, whatever the browser brought. */
export const opened = (
  person: Person,
  { device, session }: { readonly session: string; readonly device: string },
  now: DateTime.Utc
): Person => {
  const known = DateTime.subtractDuration(now, deviceTime)
  const sessions = person.sessions.filter((one) => isOpen(one, now)).slice(1 - mostSessions)
  const devices = person.devices.filter(({ at, digest }) => digest !== device && DateTime.greaterThan(at, known))
  return next(person, {
    sessions: [...sessions, { digest: session, openedAt: now, seenAt: now }],
    devices: [...devices.slice(1 - mostSessions), { digest: device, at: now }]
  })
}

/** Whether somebody has all that a password needs to let them in. */
export const hasPassword = ({ password, removedAt, secondFactor }: Person): boolean =>
  removedAt === null && password !== null && secondFactor?.isConfirmed === true

/** Whether the link of a person is still good. */
export const isLinkGood = ({ link, removedAt }: Person, now: DateTime.Utc): boolean =>
  removedAt === null && link !== null && DateTime.lessThan(now, link.until)

/** Unit: characters. Source: ASVS 5, 6.2.1 and 6.2.9; the least is longer, because no list of leaked ones is kept. */
export const shortestPassword = 15
export const longestPassword = 128

/** What is left of a password without what many choose would be one by itself. Unit: characters. Source: ASVS 5, 6.2.1. */
export const leastUncommon = 8

/** Why a password is refused; undefined: it is taken. */
export const passwordFault = ({ holdsId, length, repeats, uncommon }: PasswordFacts): InvalidRequest | undefined => {
  if (length < shortestPassword) return invalid("password", `is too short (minimum is ${shortestPassword} characters)`)
  if (length > longestPassword) return invalid("password", `is too long (maximum is ${longestPassword} characters)`)
  if (holdsId) return invalid("password", "can't contain your id")
  if (repeats) return invalid("password", "can't repeat a few characters")
  return uncommon < leastUncommon ? invalid("password", "can't be made of words and keys that many choose") : undefined
}
