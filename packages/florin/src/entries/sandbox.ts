import * as Optional from "../host/optional.js"

export const {
  ClockTarget,
  Ledger,
  Movement,
  Sandbox,
  SandboxAcquirer,
  SandboxBank,
  SandboxBins,
  SandboxClock,
  SandboxControls,
  SandboxGateway,
  SandboxWallet,
  TestCards
} = await Optional.load(Optional.sandbox, () => import("../sandbox.js"))
