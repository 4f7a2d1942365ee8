import theme from "vitepress/theme-without-fonts"
import "./style.js"

export default theme
