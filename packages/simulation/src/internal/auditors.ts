import type { Auditor, Scene } from "../Invariants.js"
import { chargedOnce } from "./chargedOnce.js"
import { deliveries } from "./deliveries.js"
import { lawfulStates } from "./lawfulStates.js"
import { noDuplicates } from "./noDuplicates.js"
import { nothingDies } from "./nothingDies.js"
import { nothingLying } from "./nothingLying.js"
import { sameAnswers } from "./sameAnswers.js"
import { sums } from "./sums.js"
import { trueEffects } from "./trueEffects.js"

/** All invariants as one. */
export const auditors = (scene: Scene): Required<Auditor> => {
  const each: ReadonlyArray<Auditor> = [
    // Learns the names under which processes hold leases; the others ask for them.
    nothingLying,
    chargedOnce,
    trueEffects,
    sums,
    deliveries,
    sameAnswers,
    noDuplicates,
    nothingDies,
    lawfulStates
  ].map((make) => make(scene))
  const tell = (event: (auditor: Auditor) => void): void => {
    for (const auditor of each) event(auditor)
  }
  return {
    committed: (commit) => tell((auditor) => auditor.committed?.(commit)),
    sent: (sent) => tell((auditor) => auditor.sent?.(sent)),
    arrived: (arrival) => tell((auditor) => auditor.arrived?.(arrival)),
    posted: (posted) => tell((auditor) => auditor.posted?.(posted)),
    answered: (answered) => tell((auditor) => auditor.answered?.(answered)),
    logged: (process, message) => tell((auditor) => auditor.logged?.(process, message)),
    ended: () => tell((auditor) => auditor.ended?.())
  }
}
