/** The time zone, the operators and the routing rules of the options, as layers. */
import type { Rule } from "@florin/core/cards/RoutingRules"
import type { OperatorDirectory } from "@florin/core/operator/OperatorDirectory"
import * as Routing from "@florin/core/routing/Routing"
import * as SystemTimeZone from "@florin/core/time/SystemTimeZone"
import * as ApprovalSettings from "@florin/settings/ApprovalSettings"
import * as OperatorSettings from "@florin/settings/OperatorSettings"
import * as Operators from "@florin/settings/Operators"
import * as RoutingSettings from "@florin/settings/RoutingSettings"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { HostOptions } from "./hostOptions.js"
import { OptionRefused, type Options, refusedIn } from "./options.js"

/** The zone of shops that have none of their own. */
export const zone = ({ timeZone }: Options): Effect.Effect<Layer.Layer<never>, OptionRefused> =>
  timeZone === undefined
    ? Effect.succeed(Layer.empty)
    : Option.match(SystemTimeZone.layerNamed(timeZone), {
        onNone: () =>
          new OptionRefused({ option: "timeZone", expected: "must be an IANA time zone such as Europe/Berlin" }),
        onSome: Effect.succeed
      })

/** What the host says of who is signed in. What is no operator lets nobody in, and is no secret of the log's. */
const recognizing =
  (authenticate: NonNullable<HostOptions["authenticate"]>) =>
  (request: unknown): ReturnType<NonNullable<OperatorDirectory["recognize"]>> =>
    Effect.flatMap(
      Effect.promise(async () => authenticate(request as never)),
      (answer) =>
        Either.match(OperatorSettings.signedIn(answer), {
          onLeft: (sentence) => Effect.as(Effect.logError(`authenticate answered no operator: ${sentence}`), undefined),
          onRight: Effect.succeed
        })
    )

/** The operators of the options, and who is signed in at the host. */
export const operators = ({
  authenticate,
  operators = []
}: Options & HostOptions): Either.Either<Layer.Layer<never>, OptionRefused> => {
  const recognize = authenticate === undefined ? undefined : recognizing(authenticate)
  return Either.mapBoth(OperatorSettings.fromJson(operators), {
    onLeft: (sentence) => refusedIn("operators", sentence),
    onRight: (listed) => Operators.layerListed(listed, recognize)
  })
}

/** The limits of the options above which a second operator approves. */
export const approvals = ({ approvalLimits }: Options): Either.Either<Layer.Layer<never>, OptionRefused> =>
  approvalLimits === undefined
    ? Either.right(Layer.empty)
    : Either.mapBoth(ApprovalSettings.fromEntries(Object.entries(approvalLimits)), {
        onLeft: (expected) => new OptionRefused({ option: "approvalLimits", expected }),
        onRight: ApprovalSettings.layer
      })

// The sandbox has one acquirer, whatever the rules of production name.
const faultOf = (rules: ReadonlyArray<Rule>, options: Options): string | undefined =>
  options.sandbox === true
    ? undefined
    : RoutingSettings.unknownGateway(
        rules,
        options.acquirers.map(({ gatewayId }) => gatewayId)
      )

/** The rules of the options. Without them, those of the host's own `Routing`, if any. */
export const routing = (options: Options): Either.Either<Layer.Layer<never>, OptionRefused> => {
  if (options.routing === undefined) return Either.right(Layer.empty)
  return RoutingSettings.fromJson(options.routing, "camel").pipe(
    Either.flatMap((rules) => {
      const fault = faultOf(rules, options)
      return fault === undefined ? Either.right(Layer.succeed(Routing.Routing, rules)) : Either.left(fault)
    }),
    Either.mapLeft((sentence) => refusedIn("routing", sentence))
  )
}
