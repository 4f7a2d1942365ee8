/** What the options of a test make of those of a host. */
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import * as Struct from "effect/Struct"
import { mistakeAmong, type Names, onCommitNames, pagesNames } from "../host/optionNames.js"
import { OptionRefused, type ShopOptions, type Simulated } from "../host/options.js"
import type { TestOptions } from "./testKit.js"

const shop = {
  id: "shop",
  secretKey: "the-secret-of-the-shop-of-a-test",
  webhookSecret: "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD",
  notificationUrl: "https://host.example/webhooks"
}

export const shopOf = (options: TestOptions): ShopOptions & typeof shop => ({ ...shop, ...options.shop })

const names: Names<TestOptions, "listeners" | "shop"> = {
  baseUrl: true,
  listeners: true,
  migrate: true,
  now: true,
  onCommit: onCommitNames,
  operators: true,
  pages: pagesNames,
  routing: true,
  shop: true,
  timeZone: true
}

/** Errors: throws `OptionRefused` of the first mistake. */
export const checked = (options: TestOptions): void => {
  const mistake = mistakeAmong(names, options)
  if (mistake !== undefined) throw mistake
}

/** The database is in memory, whatever its name here. */
export const simulatedOf = (options: TestOptions): Simulated => {
  const others = Struct.omit(options, "listeners", "migrate", "now", "onCommit", "shop")
  const fixed = { database: "sqlite::memory:", sandbox: true, shops: [shopOf(options)] } as const
  return { baseUrl: "https://shop.example/pay", ...others, ...fixed }
}

/** Unit: milliseconds since 1970. Errors: throws `OptionRefused`. */
export const instantOf = ({ now }: TestOptions): number => {
  if (now === undefined) return Clock.make().unsafeCurrentTimeMillis()
  const instant = DateTime.make(now)
  if (Option.isSome(instant)) return instant.value.epochMillis
  throw new OptionRefused({ option: "now", expected: "must be an instant in ISO 8601" })
}
