/** A saved card as answers show it: without its number, with what the host's directory knows of its issuer. */
import * as Effect from "effect/Effect"
import { BinDirectory, unknownBin } from "../cards/BinDirectory.js"
import type { SavedCard } from "../cards/CardStore.js"
import type { ShownCard } from "../cards/CardTransaction.js"
import * as Directories from "./internal/directories.js"

export const make = Effect.map(
  BinDirectory,
  (bins) =>
    ({ expMonth, expYear, facts, holder, stamp, token }: SavedCard): ShownCard => ({
      facts,
      holder,
      expMonth,
      expYear,
      stamp,
      token,
      ...(bins === undefined ? unknownBin : Directories.recordOf(bins, facts))
    })
)
