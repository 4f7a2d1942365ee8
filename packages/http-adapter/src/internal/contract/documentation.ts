/**
 * The docs page: Swagger UI over the OpenAPI document, which is embedded in the page. Its script and stylesheet ship
 * with `@effect/platform` and are served by the adapter; nothing is loaded from another host.
 *
 * Scalar ships with the platform too, but its policy would have to allow `wasm-unsafe-eval` and inline styles.
 */
import * as HttpApi from "@effect/platform/HttpApi"
import * as Effect from "effect/Effect"

/**
 * The `Content-Security-Policy` of the page: scripts, stylesheets and requests to this host only, and `data:` images.
 */
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

/** JSON for a data block in a page, escaped so that it cannot end the block. */
const block = (document: unknown): string => JSON.stringify(document).replaceAll("<", "\\u003c")

/** The page. `root`: relative URL of the adapter's routes, without a trailing slash. */
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

// Schemas are shown expanded, and the URL names the operation that is open.
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
 * The script and stylesheet, 1.7 MB, imported on first use. The platform exports them only as parts of a rendered page,
 * so they are cut out of one.
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
  const script = between(html, "<script>", "window.onload")
  const style = between(html, "<style>", "</style>\n</head>")
  if (!script.includes("SwaggerUIBundle") || !style.includes(".swagger-ui")) {
    throw new Error("This version of @effect/platform renders Swagger UI in an unknown form")
  }
  return { script: `${withoutMap(script)}${start}`, style: withoutMap(style) }
})
