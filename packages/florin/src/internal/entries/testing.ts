import * as Optional from "../optional.js"

export const {
  AcquirerRequests,
  AcquirerSuite,
  AuthenticationRequests,
  StoreSuite,
  ThreeDSecureServerSuite,
  VirtualClock
} = await Optional.load(Optional.testing, () => import("../../testing.js"))
