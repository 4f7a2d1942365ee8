import type { Reason } from "@florin/core/store/StorageError"
import { DatabaseError } from "pg"

/** A failure of the driver or of the connection. */
export class DriverFault {
  constructor(
    readonly reason: Reason,
    readonly code: string
  ) {}
}

/** The failures of a session or a pool. */
export type Failure = DatabaseError | DriverFault

/** Codes for messages of driver and pool errors that have none. */
const codes: Readonly<Record<string, string>> = {
  "timeout expired": "connect-timeout",
  "Connection terminated due to connection timeout": "connect-timeout",
  "Query read timeout": "no-answer",
  "Connection terminated": "connection-lost",
  "Connection terminated unexpectedly": "connection-lost",
  "Client has encountered a connection error and is not queryable": "connection-lost",
  "Client was closed and is not queryable": "connection-lost",
  "Cannot use a pool after calling end on the pool": "pool-closed"
}

const noneFree = "timeout exceeded when trying to connect"

const codeOf = (error: Error): string | undefined => (error as NodeJS.ErrnoException).code

/** Reduces an error of Node or the driver to its code. Its message may quote an address or a user. */
export const connectionLost = (error: unknown): DriverFault => {
  const { code, message } = error instanceof Error ? (error as NodeJS.ErrnoException) : {}
  if (message === noneFree) return new DriverFault("busy", "no-free-connection")
  return new DriverFault("unavailable", code ?? codes[message ?? ""] ?? "connection-lost")
}

/** Converts an error of the driver. */
export const failureOf = (error: unknown): Failure =>
  error instanceof DatabaseError || error instanceof DriverFault ? error : connectionLost(error)

/** Whether the driver reports a lost or unavailable connection. */
export const isConnectionError = (error: unknown): error is Error =>
  error instanceof Error &&
  (error.message === noneFree || codes[error.message] !== undefined || /^E[A-Z]+$/.test(codeOf(error) ?? ""))
