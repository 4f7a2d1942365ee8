import type { Reason } from "@florin/core/store/StorageError"
import type { DatabaseError } from "pg"

/** What went wrong on our side of the connection, or with it. */
export class DriverFault {
  constructor(
    readonly reason: Reason,
    readonly code: string
  ) {}
}

/** All that a session or a pool fails with. */
export type Failure = DatabaseError | DriverFault

/** Errors of the driver's that have no code. */
const codes: Readonly<Record<string, string>> = {
  "timeout expired": "connect-timeout",
  "Query read timeout": "no-answer"
}

/** What is left of an error of Node's or the driver's: its code. A message may quote an address or a user. */
export const connectionLost = (error: unknown): DriverFault => {
  const { code, message } = error instanceof Error ? (error as NodeJS.ErrnoException) : {}
  return new DriverFault("unavailable", code ?? codes[message ?? ""] ?? "connection-lost")
}
