/** A fully simulated gateway: the sandbox's acquirer, bank, ledger and clock. */
import { Acquirers } from "@florin/core/cards/Acquirer"
import { BinDirectory } from "@florin/core/cards/BinDirectory"
import { WalletProvider } from "@florin/core/cards/WalletProvider"
import { CurrentClaim, claimIn } from "@florin/core/commits/CommandKey"
import { StorageError } from "@florin/core/store/StorageError"
import { ThreeDSecureServers } from "@florin/core/three-d-secure/ThreeDSecureServer"
import { TransferProviders } from "@florin/core/transfers/TransferProvider"
import * as Ledger from "@florin/sandbox/Ledger"
import * as SandboxAcquirer from "@florin/sandbox/SandboxAcquirer"
import * as SandboxActions from "@florin/sandbox/SandboxActions"
import * as SandboxBank from "@florin/sandbox/SandboxBank"
import * as SandboxBins from "@florin/sandbox/SandboxBins"
import * as SandboxClock from "@florin/sandbox/SandboxClock"
import * as SandboxControls from "@florin/sandbox/SandboxControls"
import * as SandboxThreeDSecure from "@florin/sandbox/SandboxThreeDSecure"
import * as SandboxWallet from "@florin/sandbox/SandboxWallet"
import { Scheduler } from "@florin/scheduler/Scheduler"
import type { Settings } from "@florin/webhook-dispatcher/WebhookSettings"
import { SandboxRoutes } from "@florin/wire/operations/SandboxPort"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SandboxTransfers from "./internal/sandboxTransfers.js"
import { layerOf, made } from "./Wiring.js"

/**
 * Webhook settings of a sandbox: allows `http` and local addresses (D35), and dates signatures by the real time,
 * because receivers reject signatures that are minutes old.
 */
export const webhooks: Partial<Settings> = {
  allowHttp: true,
  allowLoopback: true,
  signatureClock: Clock.make()
}

/** A host's own directory or wallet is what it wants to try in the sandbox. */
const unlessGiven = (reference: { readonly key: string }, layer: Layer.Layer<never>): Layer.Layer<never> =>
  Layer.unwrapEffect(
    Effect.map(Effect.context<never>(), ({ unsafeMap }) => (unsafeMap.has(reference.key) ? Layer.empty : layer))
  )

const provided = [
  made(
    Acquirers,
    Effect.map(SandboxAcquirer.SandboxAcquirer, (acquirer) => [acquirer])
  ),
  made(
    TransferProviders,
    Effect.map(SandboxBank.SandboxBank, ({ provider }) => [provider])
  ),
  made(
    ThreeDSecureServers,
    Effect.map(SandboxThreeDSecure.SandboxThreeDSecure, ({ server }) => [server])
  ),
  unlessGiven(BinDirectory, SandboxBins.layer),
  unlessGiven(WalletProvider, SandboxWallet.layer)
] as const

/**
 * The sandbox's acquirer, bank and 3-D Secure server as the only ones, and its BIN directory and wallet unless the host
 * has its own.
 *
 * Source: D39.
 */
export const providers: Layer.Layer<
  Acquirers,
  never,
  SandboxAcquirer.SandboxAcquirer | SandboxBank.SandboxBank | SandboxThreeDSecure.SandboxThreeDSecure
> = layerOf(...provided)

/** The sandbox over its database, with what it provides: as `Sandbox.layerOn` and `providers`, for `together`. */
export const sandbox = (options: SandboxAcquirer.Options = {}) =>
  [
    made(Ledger.Ledger, Ledger.make),
    made(SandboxAcquirer.SandboxAcquirer, SandboxAcquirer.make(options)),
    made(SandboxActions.SandboxActions, SandboxActions.make),
    made(SandboxBank.SandboxBank, SandboxBank.make()),
    SandboxClock.layer,
    made(SandboxThreeDSecure.SandboxThreeDSecure, SandboxThreeDSecure.make),
    made(SandboxControls.SandboxControls, SandboxControls.make),
    ...provided
  ] as const

const withoutClaim = (context: Context.Context<never>): Context.Context<never> =>
  Context.omit(CurrentClaim)(context as Context.Context<CurrentClaim>)

const makeRoutes = Effect.gen(function* () {
  const controls = yield* SandboxControls.SandboxControls
  const scheduler = yield* Scheduler
  const { identify, page: challenge } = yield* SandboxThreeDSecure.SandboxThreeDSecure
  const { choose, page: action } = yield* SandboxActions.SandboxActions
  const stuck = new StorageError({ reason: "unexpected", operation: "clock.move" })

  const moving = Effect.fnUntraced(function* (body: unknown, name: string | undefined) {
    const moved = yield* Effect.catchTag(controls.moveClock(body, scheduler, name), "DueWorkStuck", () => stuck)
    // Jobs of a process that died in between are only released now.
    const late = yield* scheduler.runDue(yield* DateTime.now)
    return { ...moved, ran: moved.ran + late }
  }, scheduler.exclusively)

  /** The sandbox's books keep the move. Due work has no part in the command: its key may be too old before it is over. */
  const moveClock = (body: unknown) =>
    Effect.contextWithEffect((context: Context.Context<never>) => {
      const claim = claimIn(context)
      const name = claim && `${claim.shop} ${claim.key} ${claim.fingerprint}`
      return Effect.mapInputContext(moving(body, name), withoutClaim)
    })

  return {
    readClock: controls.readClock,
    moveClock,
    ledger: controls.ledger,
    ...(yield* SandboxTransfers.make),
    challenge,
    identify,
    action,
    choose
  }
})

/**
 * The sandbox's routes. Moving the clock runs the work that falls due in between, while the live loop pauses; letting
 * it follow real time runs what is due by then. Source: D38.
 */
export const routes = made(SandboxRoutes, makeRoutes)

/** `routes` as a layer. */
export const layerRoutes = layerOf(routes)
