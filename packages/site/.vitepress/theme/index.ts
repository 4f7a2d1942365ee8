import theme from "vitepress/theme-without-fonts"
// biome-ignore lint/correctness/useImportExtensions: a stylesheet is no module
import "./style.css"

export default theme
