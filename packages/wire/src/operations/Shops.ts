/** The shops, for whoever administers the whole gateway. Hosts have them as `florin.operator.shops`. Source: D73. */
import { ShopId } from "@florin/core/ids/Ids"
import { isVisible } from "@florin/core/people/Role"
import { NotFound } from "@florin/core/request/InvalidRequest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { openedAt } from "../internal/transferSamples.js"
import * as ShopDocuments from "../ShopDocuments.js"
import * as ShopRequests from "../ShopRequests.js"
import { command, read } from "./Operation.js"
import { byId, lastOf, limit, pages } from "./Parts.js"
import { ofOperators } from "./RefusalForm.js"
import { type KeptShop, ShopKeeper } from "./ShopKeeper.js"

const operators = {
  group: "operators",
  permission: "operator",
  record: "shop",
  form: ofOperators,
  uses: ShopKeeper
} as const

/** Of the shops in which somebody has a role. Settings are nothing of a customer's. */
const looking = { ...operators, isImpersonal: true } as const

/** Whoever makes or changes a shop lets somebody in: that is for those who have the whole gateway in their charge. */
const administering = { ...operators, role: "administer", isEverywhere: true, isKeyless: true } as const

const sample: KeptShop = {
  id: ShopId.make("books"),
  name: "Books",
  from: "database",
  settings: { site: "https://books.example", notificationUrl: "https://books.example/webhooks", threeDSecure: true },
  publicKey: undefined,
  createdAt: openedAt,
  isDisabled: false,
  former: undefined
}

const shown = Redacted.make("shown-this-once")

const answerOf = (more: Partial<KeptShop> = {}) => ({ answer: ShopDocuments.shopOf({ ...sample, ...more }) })

const secrets = { answer: "ShopSecretsDocument", shownOnce: ["secret_key", "webhook_secret"] } as const

const byShop = byId(ShopId, "shop")

const one = { ...administering, subject: byShop, answer: "ShopDocument" } as const

type Keeper = ShopKeeper["Type"]

/** After a crash the shop is there and its new secret is known to nobody: the next rotation makes another. */
const again = ({ find }: Keeper, { id }: { readonly id: ShopId }) => Effect.map(find(id), ShopDocuments.withoutSecrets)

const found = ({ find }: Keeper, { id }: { readonly id: ShopId }) => Effect.map(find(id), ShopDocuments.shopOf)

/** The page that begins behind a shop. */
const pageOf = (
  shops: ReadonlyArray<KeptShop>,
  { after, limit }: { readonly after?: ShopId | undefined; readonly limit: number }
): ReadonlyArray<KeptShop> => {
  const from = after === undefined ? 0 : shops.findIndex(({ id }) => id === after) + 1
  return after !== undefined && from === 0 ? [] : shops.slice(from, from + limit)
}

export const shopOperations = {
  listShops: read({
    ...looking,
    name: "shops.list",
    id: "listShops",
    at: "GET /operator/shops",
    command: "shops list",
    title: "List the shops",
    description:
      "The shops of the settings and those of the database in which the operator has a role, without their secrets.",
    query: { limit: limit(pages.most, pages.usual), after: lastOf(ShopId, "shop") },
    page: pages,
    answer: "ShopsDocument",
    member: "shops",
    idsOn: ({ shops }) => shops.map(({ id }) => id),
    example: () => ({ answer: ShopDocuments.shopsOf([sample]) }),
    run: ({ list }, { query, sight = "all" }) =>
      Effect.map(list, (all) => {
        const seen = all.filter(({ id }) => isVisible(sight, id))
        return ShopDocuments.shopsOf(pageOf(seen, query))
      })
  }),
  showShop: read({
    ...looking,
    subject: byShop,
    answer: "ShopDocument",
    name: "shops.find",
    id: "showShop",
    at: "GET /operator/shops/:id",
    command: "shops show",
    title: "Find a shop",
    description: "A shop of the settings or of the database, without its secrets.",
    example: () => answerOf(),
    run: (keeper, { id, sight = "all" }) => (isVisible(sight, id) ? found(keeper, { id }) : new NotFound())
  }),
  addShop: command({
    ...administering,
    ...secrets,
    name: "shops.add",
    id: "addShop",
    at: "POST /operator/shops",
    command: "shops add",
    status: 201,
    title: "Make a shop",
    description:
      "Makes a shop in the database, for every process at once, and answers its secrets, this once: who has lost them gives the shop a new secret. Over HTTP a repetition under the same key has null in their place.",
    body: { schema: ShopRequests.NewShop, decode: ShopRequests.newShop },
    example: () => ({
      request: {
        ...{ id: sample.id, name: sample.name, three_d_secure: true },
        ...{ site: sample.settings.site, notification_url: sample.settings.notificationUrl }
      },
      answer: ShopDocuments.secretsOf({ ...sample, secretKey: shown, webhookSecret: shown })
    }),
    run: ({ add }, { request: { given, id } }) => Effect.map(add(id, given), ShopDocuments.secretsOf),
    done: (keeper, { request: made }) => again(keeper, { id: ShopId.make(made) })
  }),
  updateShop: command({
    ...operators,
    role: "administer",
    isKeyless: true,
    subject: byShop,
    answer: "ShopDocument",
    name: "shops.update",
    id: "updateShop",
    at: "POST /operator/shops/:id",
    command: "shops update",
    title: "Change a shop's settings",
    description:
      "A setting that is null goes back to its default. notification_basic is switched on with a new secret, because only a hash of the present one is kept.",
    body: { schema: ShopRequests.ShopChange, decode: ShopRequests.shopChange, isOptional: true },
    example: () => ({ request: { hold_days: 3, site: null }, answer: answerOf({ settings: { holdDays: 3 } }).answer }),
    run: ({ update }, { id, request, sight = "all" }) =>
      isVisible(sight, id) ? Effect.map(update(id, request), ShopDocuments.shopOf) : new NotFound(),
    done: found
  }),
  rotateShopSecret: command({
    ...one,
    ...secrets,
    name: "shops.rotate",
    id: "rotateShopSecret",
    at: "POST /operator/shops/:id/secret",
    command: "shops rotate",
    title: "Give a shop a new secret",
    description:
      "Answers the new secret, this once. The one before it is let in as former_secret says. The webhook secret stays; webhooks with HTTP Basic carry the new secret from now on.",
    body: { schema: ShopRequests.Rotation, decode: ShopRequests.rotation, isOptional: true },
    example: () => ({
      request: { former_secret: "until-retired" },
      answer: ShopDocuments.secretsOf({ ...sample, former: {}, secretKey: shown, webhookSecret: shown })
    }),
    run: ({ rotate }, { id, request: { formerSecret, given } }) =>
      Effect.map(rotate(id, formerSecret, given), ShopDocuments.secretsOf),
    done: again
  }),
  retireShopSecret: command({
    ...one,
    name: "shops.retire",
    id: "retireShopSecret",
    at: "POST /operator/shops/:id/retire",
    command: "shops retire",
    title: "End a shop's former secret",
    description: "The secret before the present one is refused from now on. Safe to repeat.",
    example: () => answerOf(),
    run: ({ retire }, { id }) => Effect.map(retire(id), ShopDocuments.shopOf),
    done: found
  }),
  disableShop: command({
    ...one,
    name: "shops.disable",
    id: "disableShop",
    at: "POST /operator/shops/:id/disable",
    command: "shops disable",
    title: "Disable a shop",
    description:
      "Its secrets and its public key let nobody in from now on, and its pages take no new payment. What has begun goes on: payments get their outcome, webhooks are delivered, subscriptions are charged, and operators refund, capture and void.",
    example: () => answerOf({ isDisabled: true }),
    run: ({ disable }, { id }) => Effect.map(disable(id, true), ShopDocuments.shopOf),
    done: found
  }),
  enableShop: command({
    ...one,
    name: "shops.enable",
    id: "enableShop",
    at: "POST /operator/shops/:id/enable",
    command: "shops enable",
    title: "Enable a shop",
    description: "Its secrets let it in again, and its pages take payments.",
    example: () => answerOf(),
    run: ({ disable }, { id }) => Effect.map(disable(id, false), ShopDocuments.shopOf),
    done: found
  })
}
