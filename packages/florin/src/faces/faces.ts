/** The last services of Florin: those that a host calls. */
import * as Health from "@florin/gateway/Health"
import { made } from "@florin/gateway/Wiring"
import * as HttpAdapter from "@florin/http-adapter/HttpAdapter"
import { Readiness } from "@florin/http-adapter/Readiness"
import { make, Operations } from "./inProcess.js"

/** The HTTP interface over a gateway. */
export const http = [made(Readiness, Health.make), made(HttpAdapter.HttpAdapter, HttpAdapter.make)] as const

/** What is called of Florin: the operations in process, and the HTTP interface. */
export const faces = [made(Operations, make), ...http] as const
