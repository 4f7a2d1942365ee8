/** Products: what customers buy by a link. Source: D51. */
import { ProductId, productIdOf } from "@florin/core/ids/Ids"
import { Products } from "@florin/core/product-operations/Products"
import { ProductChangeRequest, ProductRequest } from "@florin/core/products/ProductRequest"
import { pageLimit } from "@florin/core/store/Records"
import * as Effect from "effect/Effect"
import { CheckoutOptions } from "../CheckoutDocuments.js"
import * as Samples from "../internal/productSamples.js"
import { product } from "../ProductDocuments.js"
import * as Requests from "../ProductRequests.js"
import { command, read } from "./Operation.js"
import { byId, paged, pageQuery } from "./Parts.js"
import { ofProducts } from "./RefusalForm.js"

const shared = {
  group: "products",
  permission: "shop",
  record: "product",
  form: ofProducts,
  uses: Effect.all({ products: Products, options: CheckoutOptions })
} as const

const one = { ...shared, subject: byId(ProductId, "product") }

export const productOperations = {
  createProduct: command({
    ...shared,
    name: "products.create",
    id: "createProduct",
    at: "POST /products",
    title: "Create a product",
    description:
      "A product has a link, pay_url, by which any number of customers buy a piece each. The form of that page makes a checkout for the customer. Pieces are reserved when a payment begins, and never oversold.",
    body: { schema: ProductRequest, decode: Requests.product },
    answer: "ProductDocument",
    status: 201,
    example: () => ({ request: Samples.request, answer: Samples.product() }),
    run: ({ options, products }, { request, shop, subject }) =>
      Effect.map(products.create(shop, request, { id: productIdOf(subject) }), (created) => product(options, created))
  }),
  listProducts: read({
    ...shared,
    isImpersonal: true,
    name: "products.list",
    id: "listProducts",
    at: "GET /products",
    title: "List products",
    description: "Newest first. Link leads to the next page.",
    query: pageQuery(pageLimit),
    page: { usual: pageLimit, most: pageLimit },
    idsOn: (document) => document.map(({ id }) => id),
    answer: "ProductList",
    example: () => ({ answer: [Samples.product()] }),
    run: ({ options, products }, { query, shop }) =>
      Effect.map(paged(ProductId, (page) => products.list(shop, page))(query), (all) =>
        all.map((found) => product(options, found))
      )
  }),
  findProduct: read({
    ...one,
    isImpersonal: true,
    name: "products.find",
    id: "findProduct",
    at: "GET /products/:id",
    title: "Get a product",
    description: "Answers the product, with how many pieces are left.",
    answer: "ProductDocument",
    example: () => ({ answer: Samples.product() }),
    run: ({ options, products }, { id, shop }) =>
      Effect.map(products.find(shop, id), (found) => product(options, found))
  }),
  updateProduct: command({
    ...one,
    name: "products.update",
    id: "updateProduct",
    at: "PUT /products/:id",
    title: "Change a product",
    description: "Changes the price, or how many pieces can be bought. What attempts under way hold stays reserved.",
    body: { schema: ProductChangeRequest, decode: Requests.productChange },
    answer: "ProductDocument",
    status: 204,
    example: () => ({ request: Samples.change, answer: Samples.product() }),
    run: ({ options, products }, { id, request, shop }) =>
      Effect.map(products.update(shop, id, request), (changed) => product(options, changed)),
    done: ({ options, products }, { id, shop }) =>
      Effect.map(products.find(shop, id), (found) => product(options, found))
  })
}
