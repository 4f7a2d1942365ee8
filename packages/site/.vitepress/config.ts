export { config as default } from "../src/Config.js"
