// A store whose connections a test can watch and cut.
import { PeerWakeup } from "@florin/core/due-work/PeerWakeup"
import * as PostgresStore from "@florin/storage-postgres/PostgresStore"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { addressOf, newSchema, optionsOf, ownServer, withSettings } from "./database.js"
import { proxyTo } from "./proxy.js"

type Changes = Parameters<typeof optionsOf>[1]

/** On any server, in the first schema of its search path. */
export const proxiedTo = (directory: string, settings: Readonly<Record<string, string>>, changes?: Changes) =>
  Effect.gen(function* () {
    const proxy = yield* proxyTo(directory)
    const address = withSettings(addressOf(proxy.place), settings)
    const context = yield* Layer.build(PostgresStore.layer(optionsOf(address, changes)))
    // By then the listening connection is idle, so all traffic is the test's.
    yield* Context.get(context, PeerWakeup).notified
    return { proxy, inStore: Effect.provide(context), store: Layer.succeedContext(context) }
  })

/** On our own server, in its own schema. */
export const proxied = (changes?: Changes) =>
  Effect.gen(function* () {
    const { directory } = yield* Effect.promise(ownServer)
    return yield* proxiedTo(directory, { search_path: yield* newSchema }, changes)
  })
