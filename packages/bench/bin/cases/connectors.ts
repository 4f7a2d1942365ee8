/** What a connector costs beside another gateway as the acquirer, and what one that hangs costs the others. Source: D54. */
import * as Adyen from "@florin/connector-adyen/Settings"
import * as AdyenFake from "@florin/connector-adyen/testing"
import * as Checkout from "@florin/connector-checkout/Settings"
import * as CheckoutFake from "@florin/connector-checkout/testing"
import * as Stripe from "@florin/connector-stripe/Settings"
import * as StripeFake from "@florin/connector-stripe/testing"
import { fromUrl } from "@florin/connector-upstream/Upstream"
import * as UpstreamAcquirer from "@florin/connector-upstream/UpstreamAcquirer"
import type { AcquirerService } from "@florin/core/cards/Acquirer"
import type { AcquirerConnector, StartedFake } from "@florin/core/cards/AcquirerConnector"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import * as Florin from "../florin.js"
import { type Figures, measure, warmUp } from "../measure.js"
import { body, secret, shopId } from "../orders.js"
import { answering, atEnd, newFile, serving } from "../places.js"
import { contest, information, single } from "../report.js"

/** How many at once. */
const inFlight = 32

/** The holder whose charges Stripe's fake answers late, and how late. */
const late = { holder: "LATE", after: "5 seconds" } as const

interface Provider {
  readonly connector: AcquirerConnector
  /** One that is approved at once, without 3-D Secure. */
  readonly card: { readonly number: string; readonly verification_value?: string }
  readonly startFake: Effect.Effect<StartedFake, never, Scope.Scope>
}

// Nobody listens there: what the fakes tell is lost.
const nowhere = { notificationUrl: "http://127.0.0.1:9/" }

const startStripe = Effect.map(StripeFake.make(), ({ apiKey, dials, url }): StartedFake => {
  dials.manner = ({ holder }) => (holder === late.holder ? { slow: late.after } : undefined)
  return { url, settings: { API_KEY: apiKey, WEBHOOK_SECRET: "whsec_fake", BASE_URL: url, SOURCES: "card" }, cards: [] }
})

const providers: Readonly<Record<string, Provider>> = {
  stripe: { connector: Stripe.connector, card: { number: "4242424242424242" }, startFake: startStripe },
  adyen: {
    connector: Adyen.connector,
    card: { number: "4111111111111111", verification_value: "737" },
    startFake: AdyenFake.startFake(nowhere)
  },
  checkout: {
    connector: Checkout.connector,
    card: { number: "6011111111111117" },
    startFake: CheckoutFake.startFake(nowhere)
  }
}

/** What `serving` starts: the fake of a provider, in a process of its own, which says how it is reached. */
export const serve = async (name: string): Promise<number> => {
  const scope = Effect.runSync(Scope.make())
  const fake = await Effect.runPromise(Scope.extend(providers[name]!.startFake, scope))
  answering("settings", () => fake.settings)
  return Number(new URL(fake.url).port)
}

const opened = async (made: Effect.Effect<AcquirerService, never, Scope.Scope>): Promise<AcquirerService> => {
  const scope = Effect.runSync(Scope.make())
  atEnd(() => Effect.runPromise(Scope.close(scope, Exit.void)))
  return Effect.runPromise(Scope.extend(made, scope))
}

const connected = async (name: string): Promise<AcquirerService> => {
  const { connector } = providers[name]!
  const { ask } = await serving("provider", name)
  const given = (await ask("settings")) as Readonly<Record<string, string>>
  const secretOf = (setting: string) => (given[setting] === undefined ? undefined : Redacted.make(given[setting]))
  const made = connector.fromSettings({ text: (setting) => given[setting], secret: secretOf }, connector.gatewayId)
  return opened(Either.getOrThrow(made).make)
}

const upstream = async (): Promise<AcquirerService> => {
  const { port } = await serving("florin", newFile())
  const place = Either.getOrThrow(fromUrl("upstream", `http://${shopId}:${secret}@127.0.0.1:${port}`))
  return opened(Effect.orDie(UpstreamAcquirer.make({ upstream: place })))
}

/** An order that the acquirer of this name approves. */
const order = (name: string, number: number, card: object = {}, more: object = {}) => {
  const { request } = body(number)
  if (name === "upstream") return { request: { ...request, ...more } }
  const own = { ...request.credit_card, ...providers[name]!.card, ...card }
  return { request: { ...request, ...more, test: true, credit_card: own } }
}

const approving = async (florin: Awaited<ReturnType<typeof Florin.start>>, number: number, sent: object) => {
  const document = await florin.authorize(number, sent)
  if (!document.includes('"status":"successful"')) throw new Error(`Answered: ${document}`)
}

const side = async (title: string, name: string) => {
  const acquirer = await (name === "upstream" ? upstream() : connected(name))
  const world = { ...Florin.oneShop, acquirers: [acquirer] }
  const florin = await Florin.start(Florin.sqlite(newFile()), undefined, world)
  let number = 0
  const next = () => approving(florin, number, order(name, number++))
  return { name: title, work: (count: number) => measure(count, inFlight, next) }
}

const costs = async (scale: number): Promise<string> =>
  contest({
    what: `authorize, SQLite FULL, ${inFlight} in flight, over loopback (CPU is the gateway's)`,
    sides: [await side("Stripe's connector", "stripe"), await side("another gateway as the acquirer", "upstream")],
    ...{ rate: 0.5, cpu: 1.5, warmUp: (warmUp / 4) * scale, count: 1500 * scale }
  })

const others = async (scale: number): Promise<string> => {
  const rows: Array<string> = []
  for (const [title, name] of [
    ["Adyen's connector", "adyen"],
    ["Checkout.com's connector", "checkout"]
  ] as const) {
    const { work } = await side(title, name)
    await work(Math.ceil((warmUp / 4) * scale))
    const { cpu, perSecond } = await work(Math.ceil(1500 * scale))
    rows.push(information(`authorize, ${title}`, `${Math.round(perSecond)}/s, CPU ${Math.round(cpu)} µs`))
  }
  return rows.join("\n")
}

/** The greatest ratio of the median with so many hanging to the one without. */
const mostSlowed = 1.5

/** One acquirer hangs with all its calls under way; another one is asked meanwhile, by the same shop. */
const beside = async (scale: number): Promise<string> => {
  const [stripe, adyen] = [await connected("stripe"), await connected("adyen")]
  const world = { ...Florin.oneShop, acquirers: [stripe, adyen] }
  const florin = await Florin.start(Florin.sqlite(newFile()), undefined, world)
  let number = 0
  const except = ({ gatewayId }: AcquirerService) => ({ additional_data: { excluded_gateways: [gatewayId] } })
  const asking = (): Promise<Figures> =>
    measure(Math.ceil(300 * scale), 1, () => approving(florin, number, order("adyen", number++, {}, except(stripe))))
  await asking()
  const alone = await asking()
  let isOver = false
  const hanging = Array.from({ length: inFlight }, async () => {
    while (!isOver) await florin.authorize(number, order("stripe", number++, { holder: late.holder }, except(adyen)))
  })
  const meanwhile = await asking()
  isOver = true
  await Promise.all(hanging)
  const times = meanwhile.p50 / alone.p50
  const value = `p50 ${meanwhile.p50.toFixed(2)} ms beside ${alone.p50.toFixed(2)} ms without, ${times.toFixed(2)} ×`
  const what = `authorize at Adyen while ${inFlight} calls at Stripe take ${late.after}`
  return single(what, value, `≤ ${mostSlowed} ×`, times <= mostSlowed)
}

export const connectors = async (scale: number): Promise<string> =>
  [await costs(scale), await others(scale), await beside(scale)].join("\n")
