import * as Optional from "../host/optional.js"

export const {
  AcquirerRequests,
  AcquirerSuite,
  AuthenticationRequests,
  BinDirectorySuite,
  KeyProviderSuite,
  MailerSuite,
  ReceiverKit,
  ReceiverSuite,
  StoreSuite,
  ThreeDSecureServerSuite,
  TransferProviderSuite,
  TransferRequests,
  VirtualClock,
  WalletProviderSuite
} = await Optional.load(Optional.testingSuites, () => import("../testing/suites.js"))
