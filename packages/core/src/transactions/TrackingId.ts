/**
 * The merchant's own ids of a transaction.
 *
 * @since 0.1.0
 */

/**
 * The values a transaction is found by: each of those separated by semicolons, and the whole text.
 *
 * Source: interface, "Authorization request", `tracking_id`.
 *
 * @since 0.1.0
 * @category models
 */
export const values = (trackingId: string | undefined): ReadonlyArray<string> => {
  if (trackingId === undefined) return []
  const single = trackingId.split(";").map((value) => value.trim())
  return Array.from(new Set([...single, trackingId])).filter((value) => value !== "")
}
