/**
 * The registry of errors: each code with the sentence that says what happened and what to do. A code never changes its
 * meaning. `docs/reference/errors.md` has a section for each. Imports nothing, because receivers read it too.
 */
export const errorCodes = {
  // A call in process.
  "invalid-request": "{faults}. Nothing was done: correct this, and call again",
  "duplicate-request":
    "Duplicate transaction: an equal request came less than 30 seconds ago, and this one was not carried out. Call with an idempotencyKey to repeat a call safely; if two are meant, wait, or switch the check off with duplicateCheck: false, of proofs and confirmations with skipDuplicateCheck: true",
  "key-in-flight": "the first call under this idempotency key has no answer yet: call again later",
  "key-for-another-request": "this idempotency key was used for another request: use a new key for each order",
  "no-such-shop":
    "there is no shop with this id: name it in the option shops, or add it to the database with `florin shops add`",
  "no-such-record": "there is no such {record}",
  "inside-transaction":
    "The call commits on its own, and was made inside a transaction, which could take it back after money has moved. Nothing was written or sent: call it before or after ({cause})",
  closed: "This Florin was closed, and nothing was done: call before close, or create another one",

  // The start.
  "unusable-option": "{option} {expected}",
  "package-missing": "florin needs {packages} for {purpose}: npm install {install}",
  "driver-not-built":
    "{driver} {state}: npm rebuild {driver} --ignore-scripts=false. With pnpm: pnpm approve-builds, then pnpm rebuild {driver}. With Yarn: dependenciesMeta.{driver}.built: true in package.json, then yarn rebuild {driver}",
  "key-ring-missing":
    "The key ring's file does not exist: `florin keys new <file>` makes one. A database with cards needs the ring that sealed them",
  "key-ring-readable-by-others":
    "The key ring's file can be read by other users of this machine: set its mode to 600, and its owner to the user of this process",
  "key-ring-unreadable": "The key ring's file cannot be read: it is no file, too large, or another user's ({cause})",
  "key-ring-malformed": "This is no key ring: put back its file as `florin keys new` has made it ({cause})",
  "key-ring-changed":
    "The key ring holds another key than before under the same name, so sealed cards could not be opened: put the old ring back, and add keys with `florin keys rotate` ({cause})",
  "key-ring-exists": "There is a key ring in this place already, and it was left as it is: choose another file",
  "key-ring-busy":
    "The key ring's file is being changed by another process: try again; if none is at work, remove the file beside it that ends in .next",
  "key-ring-unwritable":
    "The key ring's file cannot be written, and was left as it was: let this process write in its directory",
  "database-newer": "A newer version of Florin has migrated this database: run that version, or a newer one ({cause})",
  "database-changed":
    "The tables of this database were made by a Florin with other migrations: use the release that made them, or another database ({cause})",
  "database-outdated": "This database has an older schema: `florin migrate` brings it up to date ({cause})",
  "database-purpose": "{cause}. Nothing was changed: name another database; or, if it is meant, accept other-purpose",
  "database-clash":
    "The database has a table of somebody else's where Florin's would be, and nothing was changed: choose other names with tablePrefix ({cause})",
  "database-moved":
    "Florin's tables are in this database under other names: give tablePrefix as it was before ({cause})",
  "database-setting": "A setting of the database could lose payments: change it, then start again ({cause})",
  "cannot-listen": "The server cannot listen there: choose another port or host ({cause})",

  // The storage and the vault, at the start and later.
  "storage-busy":
    "The database was locked by somebody else for too long, and nothing was written: call again, and keep transactions of your own short ({cause})",
  "storage-full": "The disk or the database is full, and nothing was written: make room, then call again ({cause})",
  "storage-readonly":
    "The database is read-only, and nothing was written: let this process write to it and to its directory ({cause})",
  "storage-unavailable":
    "The database cannot be reached or opened, and nothing was written: look at its address, its directory and its server; call again once it is back ({cause})",
  "storage-outcome-unknown":
    "The connection was lost during a commit, so it is not known whether it was written: read what you wanted to write, or call again under the same idempotencyKey ({cause})",
  "storage-constraint":
    "A constraint of the database has refused a row, and nothing was written: look at the statements of onCommit; if they are right, report this ({cause})",
  "storage-corrupt":
    "A stored record cannot be read: it was changed by hand or by a broken disk. Check the database, and restore a backup beside it to compare ({cause})",
  "storage-failed": "The database has failed, and nothing was written: look at the statement and the log ({cause})",
  "commit-listener-failed":
    "onCommit has failed, and nothing of the commit was written: mend it; due work records what is known again and calls it again ({cause})",
  "card-key-missing":
    "The key that sealed a card is not in the key ring: put back the ring that holds it, and keep every old key",
  "card-altered":
    "A sealed card was changed, or belongs to another shop, and cannot be opened: restore it from a backup",

  // Parts of an Effect app.
  "shop-exists": "There is a shop with this id already: choose another id, or rotate its secret",
  "shop-listed": "The shop is one of the host's list: change it there",
  unauthorized: "The shop's id and secret do not fit: look at both, without saying to anybody which was wrong",
  "movements-unavailable": "The other side's books could not be read: reconcile again later",

  // florin/receiver.
  "no-signature":
    "The request {wrong} {header}: it is not Florin's, the shop has no webhook secret, or a proxy changed the headers",
  "wrong-signature":
    "No signature fits: the secret is another shop's or was replaced, or the body is not as it arrived, byte by byte",
  expired:
    "The message was signed more than {tolerance} seconds before or after the time of this machine: it is sent again by somebody else, or a clock is wrong",
  unreadable: "The body is signed, but is not a JSON object: it is another program's, or a Florin's that is much newer",
  "too-large": "The body is longer than {limit} bytes: it is not Florin's, or bodyLimit is too small",
  "not-raw":
    "The body is not the text or bytes that arrived: pass it as it was before a JSON parser, such as await request.text() or express.raw({ type: 'application/json' })",
  "unusable-secret": "{wrong}: pass the shop's webhookSecret, which is whsec_ and base64",

  // The command line.
  arguments: "The words or options are not the command's: `florin <command> --help` has them",
  refused: "A setting, an argument or the database cannot be used, or what it names is not there: nothing was done",
  failed: "The command failed. Nothing was written, or what was written is complete: it can be run again",
  "books-differ": "The books differ: look at each difference that was printed",
  "nothing-compared":
    "No books were compared: name the other side with FLORIN_UPSTREAM, or in FLORIN_PORTS an acquirer or a bank that lists its movements",
  unhealthy: "Checks of `florin doctor` failed: do what each says",
  violations: "The simulated year broke a rule: report it with the seed"
} as const

export type ErrorCode = keyof typeof errorCodes

/** The messages of each member at fault, by its path in camelCase: `card.number`. */
export type ErrorFields = { readonly [path: string]: ReadonlyArray<string> }

/** What each of Florin's errors has. */
export interface CodedError {
  /** The kind of error, for a program. */
  readonly code: ErrorCode
  /** The messages of each member at fault; empty where none is. */
  readonly fields: ErrorFields
  /** Where the documentation speaks of the code, from the folder of the host's project. */
  readonly docs: string
  /** The HTTP status with which a server answers an error that the host does not handle. */
  readonly status: number
}

/** No member is at fault. */
export const noFields: ErrorFields = Object.freeze({})

/** Where the page of errors stands in a project that has installed Florin: packing puts it there. */
export const docsPage = "node_modules/florin/dist/docs/errors.md"

/** The section of a code on that page. */
export const docsOf = (code: ErrorCode): string => `${docsPage}#${code}`

/** Codes for which a server that answers with the error has a better status than 500, as the HTTP interface has. */
const statuses: { readonly [Code in ErrorCode]?: number } = {
  "invalid-request": 400,
  "duplicate-request": 400,
  "key-in-flight": 409,
  "key-for-another-request": 422,
  "no-such-shop": 404,
  "no-such-record": 404,
  closed: 503,
  "storage-busy": 503,
  "storage-full": 503,
  "storage-readonly": 503,
  "storage-unavailable": 503,
  "no-signature": 401,
  "wrong-signature": 401,
  expired: 401,
  unreadable: 400,
  "too-large": 413
}

/** The HTTP status with which Express, Fastify and their like answer an error that a host does not handle. */
export const statusOf = (code: ErrorCode): number => statuses[code] ?? 500

/** The sentence of a code with its specifics, none of which is a value of the caller's. */
export const sentenceOf = (code: ErrorCode, specifics: Readonly<Record<string, string | number>> = {}): string =>
  errorCodes[code].replace(/\{(\w+)\}/g, (whole, name: string) => String(specifics[name] ?? whole))

export const isErrorCode = (code: unknown): code is ErrorCode =>
  typeof code === "string" && Object.hasOwn(errorCodes, code)
