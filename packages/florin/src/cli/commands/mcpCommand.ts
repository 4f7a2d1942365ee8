/** `florin mcp`: operations as tools for an assistant. */
import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import * as Effect from "effect/Effect"
import { version } from "../version.js"
import { json } from "./sharedOptions.js"

const keys = Options.text("keys").pipe(
  Options.withDescription("File with the key of a shop or of an operator. Without it nothing can be changed"),
  Options.optional
)

const url = Options.text("url").pipe(
  Options.withDescription("Address of the running server that changes are sent to. Default: FLORIN_BASE_URL"),
  Options.optional
)

export const command = Command.make("mcp", { keys, url, json }, (request) =>
  Effect.flatMap(
    Effect.promise(() => import("./mcpWork.js")),
    ({ serve }) => serve(version, request)
  )
).pipe(Command.withDescription("Gives an assistant tools that read, over standard input and output (MCP)."))
