// Each test has its own schema in a database that all tests of this process share. The database is on the
// server in FLORIN_TEST_POSTGRES, or on our own one; fault tests always use our own.
import { randomBytes } from "node:crypto"
import * as PostgresStore from "@florin/storage-postgres/PostgresStore"
import * as OldDatabase from "@florin/testing/stores/OldDatabase"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { Client } from "pg"
import { letGo, type Server, startServer } from "./postgres.js"

let own: Promise<Server> | undefined

/** The server of this process's tests, started on first use. Its data needn't survive a power cut. */
export const ownServer = (): Promise<Server> => {
  own ??= startServer({ fsync: "off", synchronous_commit: "off", full_page_writes: "off", deadlock_timeout: "50ms" })
  return own
}

/** Adds session settings to an address. */
export const withSettings = (address: string, settings: Readonly<Record<string, string>>): string => {
  const url = new URL(address)
  const given = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
  const options = [url.searchParams.get("options") ?? "", ...given].join(" ").trim()
  url.searchParams.set("options", options)
  return url.href.replaceAll("+", "%20")
}

/** The address of a database on a socket directory or a `host:port`. */
export const addressOf = (place: string, user = "florin", database = "florin"): string =>
  place.startsWith("/")
    ? `postgres://${user}@localhost/${database}?host=${encodeURIComponent(place)}`
    : `postgres://${user}@${place}/${database}`

interface Base {
  readonly address: string
  readonly client: Client
}

const connected = async (address: string): Promise<Base> => {
  const client = new Client({ connectionString: address })
  await client.connect()
  letGo(client)
  return { address, client }
}

let ours: Promise<Base> | undefined

/** The database on our own server. */
export const ownDatabase = (): Promise<Base> => {
  ours ??= ownServer().then(({ directory }) => connected(addressOf(directory)))
  return ours
}

const foreign = process.env.FLORIN_TEST_POSTGRES
let theirs: Promise<Base> | undefined

/** The database of tests that can run on any server. */
const anyDatabase = (): Promise<Base> => {
  if (foreign === undefined) return ownDatabase()
  theirs ??= connected(foreign)
  return theirs
}

const create = async ({ client }: Base): Promise<string> => {
  const schema = `test_${randomBytes(8).toString("hex")}`
  await client.query(`CREATE SCHEMA ${schema}`)
  return schema
}

const drop = ({ client }: Base, schema: string) => client.query(`DROP SCHEMA ${schema} CASCADE`)

/** A new schema on our own server, dropped with the scope. */
export const newSchema = Effect.acquireRelease(
  Effect.promise(async () => create(await ownDatabase())),
  (schema) => Effect.promise(async () => drop(await ownDatabase(), schema))
)

/** The address of such a schema, with no other schema in the search path. */
export const newAddress = Effect.flatMap(newSchema, (schema) =>
  Effect.promise(async () => withSettings((await ownDatabase()).address, { search_path: schema }))
)

/** Empties our own tables instead of dropping them: migrating a schema takes longer than most tests. */
const empty = (schema: string): string => `DO $$ DECLARE name text; BEGIN
  FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = '${schema}' LOOP
    IF name LIKE 'host\\_%' THEN EXECUTE format('DROP TABLE ${schema}.%I CASCADE', name);
    ELSIF name LIKE '%audit' THEN
      EXECUTE format('ALTER TABLE ${schema}.%I DISABLE TRIGGER USER', name);
      EXECUTE format('DELETE FROM ${schema}.%I', name);
      EXECUTE format('ALTER TABLE ${schema}.%I ENABLE TRIGGER USER', name);
    ELSIF name NOT LIKE '%schema_migrations' THEN EXECUTE format('DELETE FROM ${schema}.%I', name);
    END IF;
  END LOOP;
END $$`

/** A schema as written by 0.1.0. */
const createOld = async (base: Base): Promise<string> => {
  const schema = await create(base)
  await base.client.query(`BEGIN; SET LOCAL search_path TO ${schema}; ${OldDatabase.sql("postgres")}; COMMIT`)
  return schema
}

const addressIn = ({ address }: Base, schema: string): string => withSettings(address, { search_path: schema })

/** Empty tables migrated from 0.1.0, to test upgraded databases. */
const createEmptied = async (base: Base): Promise<string> => {
  const schema = await createOld(base)
  const store = PostgresStore.layer(optionsOf(addressIn(base, schema)))
  await Effect.runPromise(Effect.scoped(Layer.build(store)))
  await base.client.query(empty(schema))
  return schema
}

const used: Array<string> = []

const lend = async (): Promise<string> => used.pop() ?? createEmptied(await anyDatabase())

// Leaves nothing behind on a server that is not ours.
const takeBack = async (schema: string): Promise<void> => {
  const base = await anyDatabase()
  if (foreign !== undefined) return void (await drop(base, schema))
  await base.client.query(empty(schema))
  used.push(schema)
}

const emptyAddress = Effect.flatMap(
  Effect.acquireRelease(Effect.promise(lend), (schema) => Effect.promise(() => takeBack(schema))),
  (schema) => Effect.promise(async () => addressIn(await anyDatabase(), schema))
)

const oldAddress = Effect.flatMap(
  Effect.acquireRelease(
    Effect.promise(async () => createOld(await anyDatabase())),
    (schema) => Effect.promise(async () => drop(await anyDatabase(), schema))
  ),
  (schema) => Effect.promise(async () => addressIn(await anyDatabase(), schema))
)

type Changes = Partial<Omit<PostgresStore.Options, "url">>

/** The tables of a test are in its own schema, called as in SQLite: statements on them do for both stores. */
export const prefixIn = (address: string): string =>
  `${/search_path=(\w+)/.exec(new URL(address).searchParams.get("options") ?? "")?.[1] ?? "public"}.florin_`

/** The options of a store for tests. */
export const optionsOf = (address: string, changes: Changes = {}): PostgresStore.Options => ({
  url: Redacted.make(address),
  tablePrefix: prefixIn(address),
  acceptDataLoss: true,
  poolSize: 4,
  ...changes
})

/** An empty store. */
export const temporaryStore = (changes: Changes = {}) =>
  Layer.unwrapScoped(Effect.map(emptyAddress, (address) => PostgresStore.layer(optionsOf(address, changes))))

/** A store on a schema written by 0.1.0. */
export const oldStore = Layer.unwrapScoped(Effect.map(oldAddress, (address) => PostgresStore.layer(optionsOf(address))))
