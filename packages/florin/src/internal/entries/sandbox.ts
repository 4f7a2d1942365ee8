import * as Optional from "../optional.js"

export const {
  ClockTarget,
  Ledger,
  Movement,
  Sandbox,
  SandboxAcquirer,
  SandboxClock,
  SandboxControls,
  SandboxGateway,
  TestCards
} = await Optional.load(Optional.sandbox, () => import("../../sandbox.js"))
