import { writeFileSync } from "node:fs"
import { documentation } from "../pages/src/Documentation.js"
import * as Api from "./src/Api.js"

console.log(Api.routes(Api.apiWithSandbox))
const spec = Api.openApi(Api.apiWithSandbox)
writeFileSync("/tmp/openapi.json", JSON.stringify(spec, null, 2))
const html = documentation(spec as never)
writeFileSync("/tmp/docs.html", html)
console.log(html.length)
