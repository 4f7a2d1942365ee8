/** The look of the page: one style for light and dark, by the reader's setting. */

const colours = {
  blue: ["#2f6fd0", "#6ea5f5"],
  teal: ["#16907f", "#43c3b0"],
  amber: ["#d28a12", "#eeb54a"],
  red: ["#c4454f", "#ee7b83"],
  violet: ["#7a5cc7", "#a78ff0"],
  grey: ["#9aa2ad", "#6b7480"]
} as const

const variables = (index: 0 | 1): string =>
  Object.entries(colours)
    .map(([name, pair]) => `--${name}:${pair[index]};`)
    .join("")

const classes = Object.keys(colours)
  .map((name) => `.${name}{fill:var(--${name});background:var(--${name})}`)
  .join("\n")

export const style = `
:root{color-scheme:light dark;--paper:#f6f5f2;--card:#fff;--ink:#1d2127;--soft:#5c646f;--rule:#e3e1dc;${variables(0)}}
@media (prefers-color-scheme:dark){:root{--paper:#14171b;--card:#1c2026;--ink:#e9ebee;--soft:#a2abb6;--rule:#303640;${variables(1)}}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{max-width:960px;margin:0 auto;padding:48px 24px 64px}
h1{font-size:34px;line-height:1.2;margin:0 0 12px;letter-spacing:-.015em}
h2{font-size:19px;line-height:1.3;margin:0 0 4px}
.lead{font-size:19px;line-height:1.5;margin:0 0 28px;max-width:46em}
.about{color:var(--soft);margin:0 0 14px;max-width:52em;font-size:15px}
section,.tile{background:var(--card);border:1px solid var(--rule);border-radius:10px}
section{padding:24px 24px 20px;margin:0 0 20px}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(200px,1fr));gap:14px;margin:0 0 20px}
.tile{padding:16px 18px}
.tile b{display:block;font-size:27px;line-height:1.25;letter-spacing:-.01em;font-variant-numeric:tabular-nums}
.tile span{display:block;color:var(--soft);font-size:14px}
.wide{overflow-x:auto}
svg{display:block;width:100%;min-width:680px;height:auto;font-family:inherit}
svg text{fill:var(--ink);font-size:13px;font-variant-numeric:tabular-nums}
svg text.tick{fill:var(--soft);font-size:12px}
svg text.value{font-size:12.5px}
svg text.strong{font-weight:650}
.grid{stroke:var(--rule)}
.zero{stroke:var(--soft)}
${classes}
.legend{margin:0 0 10px;font-size:14px;color:var(--soft);display:flex;flex-wrap:wrap;gap:4px 20px}
.legend i{display:inline-block;width:11px;height:11px;border-radius:2px;margin-right:7px}
table{border-collapse:collapse;width:100%;min-width:680px;font-size:14px;font-variant-numeric:tabular-nums}
th,td{text-align:right;padding:7px 10px;border-bottom:1px solid var(--rule);white-space:nowrap}
th:first-child,td:first-child{text-align:left;padding-left:0}
th{font-weight:600;color:var(--soft)}
tfoot td{font-weight:650;border-bottom:0}
footer{color:var(--soft);font-size:14px;margin:28px 2px 0;max-width:60em}
code{font:13px ui-monospace,SFMono-Regular,Menlo,monospace}
.wrong{border-color:var(--red)}
`.trim()
