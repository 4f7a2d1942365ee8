/**
 * What only processes come to.
 *
 * @since 0.2.0
 */
import type { FaultPoint } from "@florin/core/store/FaultPoints"

/**
 * The fault points at which no simulation crashes: HTTP, 3-D Secure, rotated keys and migrations are not in one, nor is a
 * question that was settled meanwhile.
 *
 * @since 0.2.0
 * @category tables
 */
export const unsimulated: ReadonlySet<FaultPoint> = new Set([
  "commit.expire",
  "commit.recover-nothing",
  "commit.key-refuse",
  "commit.key-claim",
  "commit.key-answer",
  "commit.rotate",
  "commit.migrate",
  "commit.demo-shop"
])
