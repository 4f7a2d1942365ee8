/** The HTTP interface, for mounting manually. */
export * as HttpAdapter from "@florin/http-adapter/HttpAdapter"
export * as HttpServer from "@florin/http-adapter/HttpServer"
export * as HttpSettings from "@florin/http-adapter/HttpSettings"
export * as NodeHandler from "@florin/http-adapter/NodeHandler"
export * as Readiness from "@florin/http-adapter/Readiness"
export * as WebHandler from "@florin/http-adapter/WebHandler"
export * as SandboxRoutes from "@florin/wire/operations/SandboxPort"
