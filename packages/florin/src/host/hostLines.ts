/** The lines of a stack that are of the host's. */

/** A frame of ours, of Effect, or of Node's own. */
const inner = /^\s+at .*(?:[\\/]node_modules[\\/](?:effect|@effect|florin|@florin)[\\/]|\bnode:)/

/** A stack without the frames that a host can do nothing about. */
export const hostLines = (stack: string): string =>
  stack
    .split("\n")
    .filter((line) => !inner.test(line))
    .join("\n")

/** The same error, whose stack shows the host's lines. What has no stack that can be changed stays as it is. */
export const withHostLines = (error: unknown): unknown => {
  try {
    if (error instanceof Error && typeof error.stack === "string") error.stack = hostLines(error.stack)
  } catch {
    // A host's error can be frozen.
  }
  return error
}
