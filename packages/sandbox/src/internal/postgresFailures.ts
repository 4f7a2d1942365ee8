import { type Reason, StorageError } from "@florin/core/store/StorageError"
import { DatabaseError } from "pg"

/** SQLSTATEs by their beginning. The first that fits counts. */
const reasons: ReadonlyArray<readonly [prefix: string, Reason]> = [
  ["08", "unavailable"],
  ["23", "constraint"],
  ["25006", "readonly"],
  ["28", "unavailable"],
  ["3D000", "unavailable"],
  ["40", "busy"],
  ["42501", "readonly"],
  ["53100", "full"],
  ["53300", "busy"],
  ["53", "unavailable"],
  ["55P03", "busy"],
  ["57014", "busy"],
  ["57", "unavailable"],
  ["58", "unavailable"],
  ["XX00", "corrupt"]
]

/** What Node and the driver throw when a connection fails: a code, or an `Error` of no particular class. */
const connectionFailure = (cause: unknown): string | undefined => {
  if (!(cause instanceof Error)) return undefined
  const { code } = cause as NodeJS.ErrnoException
  if (typeof code === "string") return code.startsWith("ERR_") ? undefined : code
  return cause.constructor === Error ? "connection-lost" : undefined
}

/**
 * A failure of the server as a value; anything else is a mistake of this package and stays a defect. No message is
 * kept: it may quote a row.
 */
export const storageError = (operation: string, cause: unknown): StorageError => {
  if (cause instanceof StorageError) return cause
  if (cause instanceof DatabaseError) {
    const code = cause.code ?? ""
    const reason = reasons.find(([prefix]) => code.startsWith(prefix))?.[1] ?? "unexpected"
    return new StorageError({ reason, operation, detail: code })
  }
  const detail = connectionFailure(cause)
  if (detail === undefined) throw cause
  return new StorageError({ reason: "unavailable", operation, detail })
}
