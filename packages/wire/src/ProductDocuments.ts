/** The document of a product. Source: D51. */
import type { Product } from "@florin/core/products/Product"
import { type Options, under } from "./CheckoutDocuments.js"
import { timestamp } from "./internal/sections.js"
import type { Written } from "./internal/written.js"
import type { ProductDocument } from "./ProductSchemas.js"

/** Under this address plans have their pages, too. */
const confirmUrl = (options: Options, { id, shop }: Pick<Product, "id" | "shop">): string =>
  under(options, `v2/confirm_order/${id}/${shop}`)

export const product = (options: Options, one: Product): Written<typeof ProductDocument.Encoded> => {
  const { expiresAt, stock } = one
  const payUrl = under(options, `products/${one.id}/pay`)
  return {
    id: one.id,
    name: one.name,
    description: one.description,
    currency: one.currency,
    amount: one.amount,
    language: one.language ?? null,
    quantity: stock.left,
    reserved: stock.reserved,
    infinite: stock.left === null,
    immortal: expiresAt === null,
    expired_at: timestamp(expiresAt),
    visible_fields: one.visibleFields,
    test: one.test,
    transaction_type: one.sale,
    notification_url: one.notificationUrl ?? null,
    success_url: one.successUrl ?? null,
    fail_url: one.failUrl ?? null,
    return_url: one.returnUrl ?? null,
    additional_data: one.additionalData ?? {},
    created_at: timestamp(one.createdAt),
    updated_at: timestamp(one.updatedAt),
    pay_url: payUrl,
    payment_url: payUrl,
    confirm_url: confirmUrl(options, one)
  }
}
