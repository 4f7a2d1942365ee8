import type { Reason } from "@florin/core/store/StorageError"
import { DatabaseError } from "pg"

/** What went wrong on our side of the connection, or with it. */
export class DriverFault {
  constructor(
    readonly reason: Reason,
    readonly code: string
  ) {}
}

/** All that a session or a pool fails with. */
export type Failure = DatabaseError | DriverFault

/** Errors of the driver's and the pool's that have no code. */
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

/** What is left of an error of Node's or the driver's: its code. A message may quote an address or a user. */
export const connectionLost = (error: unknown): DriverFault => {
  const { code, message } = error instanceof Error ? (error as NodeJS.ErrnoException) : {}
  if (message === noneFree) return new DriverFault("busy", "no-free-connection")
  return new DriverFault("unavailable", code ?? codes[message ?? ""] ?? "connection-lost")
}

/** What a session or a pool failed with, where the failure comes from the driver. */
export const failureOf = (error: unknown): Failure =>
  error instanceof DatabaseError || error instanceof DriverFault ? error : connectionLost(error)

/** Whether an error is the driver's word for a connection that is lost or not to be had. */
export const isConnectionError = (error: unknown): error is Error =>
  error instanceof Error &&
  (error.message === noneFree || codes[error.message] !== undefined || /^E[A-Z]+$/.test(codeOf(error) ?? ""))
