/** Where the console is, and how somebody gets in: the demo makes a person and a link that is good once. Source: D73, D74. */
import { PersonId } from "@florin/core/people/Actor"
import { allGrants } from "@florin/core/people/Role"
import { People } from "@florin/core/people-operations/People"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

/** Who looks after the demo. */
const demo = PersonId.make("demo")

const added = Effect.flatMap(People, ({ add }) =>
  // They are there since the first start.
  Effect.catchTag(
    add(allGrants, demo, { place: "everywhere", role: "administer" }),
    "InvalidRequest",
    () => Effect.void
  )
)

/** Where a person signs in once. `url`: of the server, or "" where that is not known. */
export const signInOf = (url: string, token: Redacted.Redacted<string>): string =>
  // biome-ignore lint/plugin/secrets: a link is shown once, to whoever makes it
  `${url}/console/sign-in?token=${Redacted.value(token)}`

/** Each start of the demo has a link of its own: nobody needs a password to see the payments first. */
const linked = (url: string) =>
  Effect.flatMap(People, ({ link }) =>
    Effect.map(link(allGrants, demo), ({ token }) => `${signInOf(url, token)}&first=payments`)
  )

/** What the server says of the console. Without a link the server starts all the same. */
export const notices = (url: string, isDemo: boolean): Effect.Effect<ReadonlyArray<string>, never, People> =>
  isDemo
    ? Effect.zipRight(added, linked(url)).pipe(
        Effect.map((link) => [`Console: ${link} (good once, for an hour)`]),
        Effect.catchAll(() => Effect.succeed([`Console: ${url}/console`]))
      )
    : Effect.succeed([`Console: ${url}/console; \`florin people link <id>\` makes a link to sign in.`])
