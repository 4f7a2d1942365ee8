// The row of the sandbox's bank.
import type { AcquirerKey } from "@florin/core/ids/Ids"
import { orders } from "@florin/sandbox/SandboxOrders"

Object.assign(orders, { post: (key: AcquirerKey) => ({ mark: `INV-${key.slice(-4)}` }) })
