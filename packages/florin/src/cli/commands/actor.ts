/** Who acts on the command line. */
import { userInfo } from "node:os"
import { type Actor, PersonId } from "@florin/core/people/Actor"
import { PersonStore } from "@florin/core/people/PersonStore"
import { allGrants } from "@florin/core/people/Role"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { bad } from "../badSetting.js"

const isId = Schema.is(PersonId)

/** The person whom an argument names. */
export const personOf = (name: string, text: string) =>
  isId(text) ? Effect.succeed(text) : bad(name, "must be 1 to 64 letters, digits, _ or -")

/** The user of the machine, as far as an id can hold the name. */
const user = Effect.sync((): PersonId => {
  const id = userInfo()
    .username.replace(/[^A-Za-z0-9_-]/g, "_")
    .slice(0, 64)
  return isId(id) ? id : PersonId.make("command-line")
})

/**
 * Whoever has the database and the key ring can do everything, so the user of the machine may. `--as` names a person
 * instead, whose roles then hold.
 */
export const actor = (as: Option.Option<string>) =>
  Effect.gen(function* () {
    if (Option.isNone(as)) return { id: yield* user, entrance: "command", grants: allGrants } satisfies Actor
    const id = yield* personOf("--as", as.value)
    const found = yield* (yield* PersonStore).find(id)
    if (Option.isNone(found) || found.value.removedAt !== null) return yield* bad("--as", "names nobody")
    return { id, entrance: "command", grants: found.value.grants } satisfies Actor
  })
