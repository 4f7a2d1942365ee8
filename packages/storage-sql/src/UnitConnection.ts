/** The connection of a unit of work, as a host has it. */
import * as Context from "effect/Context"
import type { HostConnection } from "./Database.js"

/** Runs a host's statements in a unit of work, with the driver's own placeholders and rows. */
export class UnitConnection extends Context.Tag("@florin/storage-sql/UnitConnection")<
  UnitConnection,
  HostConnection
>() {}
