import * as Schema from "effect/Schema"
import { expected } from "../request/Expected.js"
import * as iso3166 from "./internal/iso3166.js"

/**
 * ISO 3166-1 Alpha-2 code of a country.
 *
 * Shape: two capital letters, officially assigned; reserved and user-assigned codes (`EU`, `UK`, `XK`) are refused.
 *
 * Source: interface, "Conventions | Country".
 */
export const Country = Schema.String.annotations({ message: () => "is invalid" }).pipe(
  Schema.filter((code) => iso3166.codes.has(code), { message: () => "is invalid" }),
  Schema.annotations({
    identifier: "Country",
    ...expected("an ISO 3166-1 code of two letters such as DE"),
    description: "ISO 3166-1 alpha-2 code",
    jsonSchema: { pattern: "^[A-Z]{2}$" },
    arbitrary: () => (fc) => fc.constantFrom(...iso3166.codes)
  }),
  Schema.brand("Country")
)

export type Country = typeof Country.Type

/** All codes, in the order of the alphabet. */
export const codes: ReadonlyArray<string> = [...iso3166.codes].toSorted()
