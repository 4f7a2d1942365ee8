// A simulated Florin with two shops, `books` and `other`, for all tests of a file.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createFlorin, type Options, type SimulatedFlorin } from "florin"
import { afterAll, beforeAll } from "vitest"

export const listed = { id: "books", secretKey: "a-long-random-secret" }

/** It starts before the tests of the calling file, and ends after them. */
export const twoShops = (options: Pick<Options, "operators"> = {}): (() => SimulatedFlorin) => {
  const directory = mkdtempSync(join(tmpdir(), "florin-shops-"))
  let florin: SimulatedFlorin
  beforeAll(async () => {
    const shops = [listed, { id: "other", secretKey: "another-long-secret" }]
    const database = `sqlite:${join(directory, "florin.db")}`
    florin = await createFlorin({ database, sandbox: true, baseUrl: "http://127.0.0.1:8080/pay", shops, ...options })
  })
  afterAll(async () => {
    await florin.close()
    rmSync(directory, { recursive: true })
  })
  return () => florin
}
