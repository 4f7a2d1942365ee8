/** Mermaid as SVG, drawn when the site is built. Its colours are those of the page, light or dark. */
import { renderMermaidSVG } from "beautiful-mermaid"
import { gathered } from "./StateDiagram.js"

/** The drawing of a block of Mermaid, without the style that it has in common with all: the site's stylesheet has it. */
export const draw = (source: string): string => {
  const svg = renderMermaidSVG(gathered(source), {
    transparent: true,
    bg: "var(--diagram-bg)",
    fg: "var(--diagram-fg)"
  })
  return svg.replace(/<style>[\s\S]*?<\/style>/, "").replace(/^<svg /, '<svg role="img" ')
}
