/** The sandbox behind its routes, which exist only where it is on. Source: D38. */
export * from "@florin/wire/operations/SandboxPort"
