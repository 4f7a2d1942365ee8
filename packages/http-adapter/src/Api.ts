/** The contract of the HTTP interface, declared once: the OpenAPI document and the route table are made from it. */
import * as HttpApi from "@effect/platform/HttpApi"
import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { acquirers } from "./internal/contract/acquirerContract.js"
import { corrected } from "./internal/contract/openApiDocument.js"
import { groupOf } from "./internal/contract/operationContract.js"
import { operators } from "./internal/contract/operatorContract.js"
import { pages, service } from "./internal/contract/publicContract.js"
import { sandbox } from "./internal/contract/sandboxContract.js"

// Markdown; the docs page renders it.
const description = `A payment gateway. Amounts are integers in minor units: 1995 stands for 19.95 EUR. Timestamps are ISO 8601 in UTC.

**Authentication** is HTTP Basic on every route of a shop: the user is the shop's id, the password is its secret key, as in
\`curl -u <shop id>:<secret key> …\`. Wrong or missing credentials are answered with \`401\`. Checkouts can be created with the
public key of a shop, too, where it allows that, and asked for by their token alone.

**Repeating a request** is safe under an \`Idempotency-Key\`: for 30 days the first answer is given again.

A request that was processed is answered with \`200\`, whatever became of it: \`status\` says whether it was \`successful\`. A
request that was refused is answered with \`400\` by the routes of cards, transactions and notifications, and with \`422\` by
those of checkouts, products, plans, coupons, customers, subscriptions and transfers (\`/beyag\`); \`errors\` says why, field by
field. What is not JSON is answered with \`400\` everywhere.

With \`X-Api-Version: 3\` routes of cards and transactions answer **flat documents**: without \`transaction\` around them, with
the address in \`customer\`, the card in \`payment_method\` and the result in \`transaction\`; and refusals with \`422\` and a
\`code\`.`

const everywhere = HttpApi.make("florin")
  .add(groupOf("cards"))
  .add(groupOf("savedCards"))
  .add(groupOf("checkouts"))
  .add(groupOf("products"))
  .add(groupOf("transactions"))
  .add(groupOf("notifications"))
  .add(groupOf("transfers"))
  .add(groupOf("plans"))
  .add(groupOf("customers"))
  .add(groupOf("coupons"))
  .add(groupOf("subscriptions"))
  .add(pages)
  .add(service)
  .annotateContext(
    OpenApi.annotations({
      title: "Florin",
      version: "0.1.0",
      description,
      license: { name: "MIT", url: "https://opensource.org/license/mit" },
      // Relative to the document, so that it holds under any mount path.
      servers: [{ url: "." }],
      transform: corrected
    })
  )

const whole = everywhere.add(operators).add(sandbox).add(acquirers)

/** The contract with every optional group. */
export type Contract = typeof whole

/** Routes that only some hosts offer. */
export interface Offered {
  /** `Operators`. Default: `false`. */
  readonly operators?: boolean
  /** `SandboxRoutes`. Source: D38. */
  readonly sandbox: boolean
  /** Acquirers that tell. Source: D53. */
  readonly acquirers: boolean
}

/** The contract of a host. */
export const contract = (offered: Offered): Contract => {
  const staffed: Contract = offered.operators === true ? everywhere.add(operators) : everywhere
  const some: Contract = offered.sandbox ? staffed.add(sandbox) : staffed
  return offered.acquirers ? some.add(acquirers) : some
}

type Groups = Contract extends HttpApi.HttpApi<infer _Id, infer Group, infer _E, infer _R> ? Group : never

/** The names of the routes. A server of the contract has a handler for each. */
export type RouteName = HttpApiEndpoint.HttpApiEndpoint.Name<HttpApiGroup.HttpApiGroup.Endpoints<Groups>>

/** One line of the route table. */
export interface Declared {
  readonly name: RouteName
  readonly method: string
  /** As in `/transactions/:uid`. */
  readonly path: string
}

/** The routes of a contract. `HttpApi.reflect` would read the schema of every request and answer for it. */
export const routes = ({ groups }: Contract): ReadonlyArray<Declared> =>
  Object.values(groups)
    .flatMap(({ endpoints }): ReadonlyArray<Declared> => Object.values(endpoints))
    .map(({ method, name, path }) => ({ method, name, path }))

/** The OpenAPI 3.1 document of a contract. Unknown members of a request are ignored, so the document allows them. */
export const openApi = (contract: Contract): OpenApi.OpenAPISpec =>
  OpenApi.fromApi(contract, { additionalPropertiesStrategy: "allow" })
