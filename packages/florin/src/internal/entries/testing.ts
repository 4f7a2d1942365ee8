import * as Optional from "../optional.js"

export const { AcquirerRequests, AcquirerSuite, StoreSuite, VirtualClock } = await Optional.load(
  Optional.testing,
  () => import("../../testing.js")
)
