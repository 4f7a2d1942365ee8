/** What a host sets, and what is wrong with it. */
import type { AcquirerService } from "@florin/core/cards/Acquirer"
import type * as ShopSettings from "@florin/gateway/ShopSettings"
import * as Schema from "effect/Schema"

type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name

type CamelKeys<Document> = {
  readonly [Name in keyof Document as Name extends string ? CamelCase<Name> : Name]: Document[Name]
}

/** A shop: its `id` and `secretKey` are what its requests authenticate with. The rest may be absent. */
export type ShopOptions = CamelKeys<typeof ShopSettings.ShopSettings.Encoded>

interface Common {
  /** `sqlite:<path>`, or `postgres://<user>:<password>@<host>:<port>/<database>`. */
  readonly database: string
  /**
   * The address under which customers reach Florin. Its path is the prefix under which the handlers are mounted, for
   * example `/pay` of `https://shop.example/pay`.
   */
  readonly baseUrl: string
  /** Default: the shops that are kept in the database. */
  readonly shops?: ReadonlyArray<ShopOptions>
}

/** Everything is simulated, no money moves. Needs the package `@florin/sandbox`. */
export interface Simulated extends Common {
  readonly sandbox: true
  /**
   * The key ring that seals card numbers: its file, which is made when it is not there, or its JSON text.
   *
   * Default: beside the SQLite file, with `.keys.json` at its end; `florin.keys.json` with PostgreSQL.
   */
  readonly keys?: string
}

/** Cards are charged for real. */
export interface Real extends Common {
  readonly sandbox?: false
  /** In the order in which they are asked. */
  readonly acquirers: ReadonlyArray<AcquirerService>
  /** The key ring that seals card numbers: its file, or its JSON text. */
  readonly keys: string
}

export type Options = Simulated | Real

/** An option cannot be used. The message names it and says what is expected, never what was given. */
export class OptionRefused extends Schema.TaggedError<OptionRefused>("florin/OptionRefused")("OptionRefused", {
  option: Schema.String,
  expected: Schema.String
}) {
  override get message(): string {
    return `${this.option} ${this.expected}`
  }
}
