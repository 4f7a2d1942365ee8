/** Several acquirers of the sandbox, each with books of its own, as acquirers of one or more gateways. */
import { AcquirerAnswer, type AcquirerRequest, type AcquirerService, Acquirers } from "@florin/core/cards/Acquirer"
import { noReport } from "@florin/core/cards/AcquirerReport"
import type { DeclineReason } from "@florin/core/cards/DeclineReason"
import * as Ledger from "@florin/sandbox/Ledger"
import * as SandboxAcquirer from "@florin/sandbox/SandboxAcquirer"
import * as SandboxDatabase from "@florin/sandbox/SandboxDatabase"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** What an acquirer does instead of what its sandbox would do. */
export type Change = (real: AcquirerService) => Partial<AcquirerService>

const answering =
  (answer: AcquirerAnswer): Change =>
  () => ({ perform: () => Effect.succeed(answer) })

export const declining = (reason: DeclineReason): Change =>
  answering(AcquirerAnswer.Declined({ reason, report: noReport }))

export const notReached: Change = answering(AcquirerAnswer.NotSent())

export const silent: Change = answering(AcquirerAnswer.NoAnswer())

const bank = (gatewayId: number) =>
  Layer.build(
    SandboxAcquirer.layer({ gatewayId }).pipe(
      Layer.provideMerge(Ledger.layer),
      Layer.provide(SandboxDatabase.layerMemory)
    )
  )

/** Opens banks with the ids 1, 2 …; `asked` lists the requests in order, `watch` runs before each is answered. */
export const banks = (...changes: ReadonlyArray<Change | undefined>) =>
  Effect.gen(function* () {
    const requested: Array<readonly [gatewayId: number, request: AcquirerRequest]> = []
    const hooks = { watch: (_gatewayId: number, _request: AcquirerRequest): Effect.Effect<void> => Effect.void }
    const services = yield* Effect.forEach(changes, (change, index) =>
      Effect.map(bank(index + 1), (context) => {
        const real = Context.get(context, SandboxAcquirer.SandboxAcquirer)
        const changed = { ...real, ...change?.(real) }
        const { gatewayId } = real
        const perform: AcquirerService["perform"] = (request) => {
          requested.push([gatewayId, request])
          return Effect.zipRight(hooks.watch(gatewayId, request), changed.perform(request))
        }
        return {
          acquirer: { ...changed, name: `Bank ${gatewayId}`, perform },
          ledger: Context.get(context, Ledger.Ledger)
        }
      })
    )
    return {
      requested,
      hooks,
      layer: Layer.succeed(
        Acquirers,
        services.map(({ acquirer }) => acquirer)
      ),
      /** What each bank has booked: `kind reference`. */
      books: Effect.forEach(services, ({ ledger }) =>
        Effect.map(ledger.movements, (all) => all.map(({ kind, reference }) => `${kind} ${reference}`))
      )
    }
  })
