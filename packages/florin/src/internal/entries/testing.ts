import * as Optional from "../optional.js"

export const {
  AcquirerRequests,
  AcquirerSuite,
  AuthenticationRequests,
  BinDirectorySuite,
  StoreSuite,
  ThreeDSecureServerSuite,
  VirtualClock,
  WalletProviderSuite
} = await Optional.load(Optional.testing, () => import("../../testing.js"))
