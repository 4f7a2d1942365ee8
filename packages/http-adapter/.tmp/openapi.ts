import { contract, openApi } from "../src/Api.js"
import { writeFileSync } from "node:fs"
writeFileSync(process.argv[2]!, JSON.stringify(openApi(contract({ operators: true, sandbox: true, upstream: true })), null, 1))
