/** The store of products. */
import * as Context from "effect/Context"
import type { ProductId } from "../ids/Ids.js"
import type { PublicRecords } from "../store/Records.js"
import type { Product } from "./Product.js"

export class ProductStore extends Context.Tag("@florin/core/ProductStore")<
  ProductStore,
  PublicRecords<Product, ProductId>
>() {}
