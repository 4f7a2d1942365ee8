/**
 * The contract as a page. Swagger UI draws it in the browser from the OpenAPI document, which stands in the page. Its
 * script and styles come with `@effect/platform` and are served from here: nothing is loaded from elsewhere.
 *
 * Scalar, which comes with the platform as well, hashes with WebAssembly and writes its styles into the page: its page
 * would need `wasm-unsafe-eval` and `unsafe-inline`.
 */
import * as HttpApi from "@effect/platform/HttpApi"
import * as Effect from "effect/Effect"

/** The `Content-Security-Policy` of the page: scripts, styles and data of this host, and small images of its own. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'"
].join("; ")

/** As a block of data in a page: nothing in it ends the block. */
const block = (document: unknown): string => JSON.stringify(document).replaceAll("<", "\\u003c")

/** The page. `root`: the relative address of the adapter's routes, without a slash at its end. */
export const page = (document: object, root: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${root}/docs/reference.css">
<title>Florin: the interface</title>
</head>
<body>
<noscript><p>Needs JavaScript. The same is in the <a href="${root}/openapi.json">OpenAPI document</a>.</p></noscript>
<div id="reference"></div>
<script id="document" type="application/json">${block({ ...document, servers: [{ url: root }] })}</script>
<script src="${root}/docs/reference.js"></script>
</body>
</html>
`

// Fields are shown when the tab with them is opened; the address names the operation that is open.
const start = `
SwaggerUIBundle({
  spec: JSON.parse(document.getElementById("document").textContent),
  dom_id: "#reference",
  deepLinking: true,
  defaultModelExpandDepth: 5,
  defaultModelsExpandDepth: -1,
  validatorUrl: null
})
`

interface Assets {
  readonly script: string
  readonly style: string
}

/** Between the first `from` and the last `to`. */
const between = (text: string, from: string, to: string): string =>
  text.slice(text.indexOf(from) + from.length, text.lastIndexOf(to))

const withoutMap = (text: string): string => text.replace(/\s*(?:\/\/|\/\*)# sourceMappingURL=.*\s*$/, "\n")

/**
 * What the page loads, 1.7 MB. It is read from the disk when it is asked for, not with the adapter, and taken out of a page
 * of the platform's.
 */
export const assets: Effect.Effect<Assets> = Effect.promise(async () => {
  const [router, swagger] = await Promise.all([
    import("@effect/platform/HttpLayerRouter"),
    import("@effect/platform/HttpApiSwagger")
  ])
  const drawn = swagger.layerHttpLayerRouter({ api: HttpApi.make("empty"), path: "/" })
  const { dispose, handler } = router.toWebHandler(drawn, { disableLogger: true })
  const html = await (await handler(new Request("http://localhost/"))).text()
  await dispose()
  return {
    script: `${withoutMap(between(html, "<script>", "window.onload"))}${start}`,
    style: withoutMap(between(html, "<style>", "</style>\n</head>"))
  }
})
