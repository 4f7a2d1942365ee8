/** One stylesheet for all screens: dense, calm, and the same in the dark. */
import type { Colours, Theme } from "@florin/pages/Theme"

const properties = (colours: Colours): string =>
  Object.entries(colours)
    .map(([name, value]) => `--${name.toLowerCase()}:${value}`)
    .join(";")

const frame = `
*{box-sizing:border-box}
html{font:.9375rem/1.45 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif;background:var(--page);
color:var(--text);-webkit-text-size-adjust:100%}
body{margin:0;display:grid;grid-template:auto 1fr/13rem minmax(0,1fr);min-height:100vh}
body>main:only-child{grid-area:1/1/-1/-1;padding:clamp(1.5rem,10vh,6rem) 1.5rem;max-width:42rem;margin:0 auto;width:100%}
h1,h2,h3,p,dl,ul,ol,form,fieldset{margin:0;padding:0}
h1{min-width:0;hyphens:auto;font-size:1.375rem;line-height:1.25;letter-spacing:-.01em;overflow-wrap:anywhere}
h2{font-size:1rem}
a{color:var(--accent);text-underline-offset:.15em;text-decoration-thickness:1px}
a:hover{text-decoration-thickness:2px}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:.25rem}
code{font:.875em/1.4 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
small,.soft{color:var(--muted)}
small{font-size:.8125rem}
.unseen{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.skip{position:absolute;left:.5rem;top:-4rem;background:var(--card);padding:.5rem 1rem;border-radius:.5rem;z-index:9}
.skip:focus{top:.5rem}
header.top{grid-column:1/-1;display:flex;gap:1rem;align-items:center;padding:.5rem 1rem;background:var(--card);
border-bottom:1px solid var(--line);position:sticky;top:0;z-index:3}
.brand{font-weight:700;color:var(--text);text-decoration:none;white-space:nowrap;width:11rem}
.find{display:flex;gap:.5rem;flex:1;max-width:46rem}
.find input{flex:1;min-width:0}
.person{margin-inline-start:auto;display:flex;gap:.75rem;align-items:center;white-space:nowrap;font-size:.875rem}
.side{grid-area:2/1;padding:.75rem .5rem;border-inline-end:1px solid var(--line);background:var(--card)}
.menu{display:none}
.side h2{font-size:.75rem;letter-spacing:.04em;text-transform:uppercase;color:var(--muted);padding:.75rem .75rem .25rem}
.side ul{list-style:none}
.side a{display:block;overflow-wrap:anywhere;padding:.375rem .75rem;border-radius:.5rem;color:var(--text);text-decoration:none}
.side a:hover{background:var(--page)}
.side a[aria-current]{background:var(--page);font-weight:650;box-shadow:inset .1875rem 0 var(--accent)}
main{grid-area:2/2;padding:1.25rem 1.5rem 3rem;display:grid;gap:1.25rem;align-content:start;min-width:0}
.lead{color:var(--muted);max-width:46rem}
`

const tables = `
table{width:100%;border-collapse:collapse;background:var(--card);border:1px solid var(--line);border-radius:.625rem;
border-spacing:0;overflow:hidden}
caption{text-align:start;font-weight:600;padding:0 0 .5rem}
th,td{padding:.4375rem .625rem;text-align:start;vertical-align:baseline;border-top:1px solid var(--line)}
thead th a{display:inline-block;min-height:1.5rem}
thead th{border-top:0;font-size:.8125rem;font-weight:600;color:var(--muted);white-space:nowrap}
.long{overflow-wrap:anywhere;min-width:6rem}
td.long{font-size:.875rem}
td:has(.id):not(:has(form)){white-space:nowrap}
td time{display:block;min-width:6.5rem}
td time small{white-space:nowrap}
section th,section td{padding-inline:.375rem}
section .badge{white-space:normal}
tbody tr:hover,tbody tr:focus-within{background:color-mix(in srgb,var(--accent) 6%,var(--card))}
.number{text-align:end;font-variant-numeric:tabular-nums;white-space:nowrap}
time{font-variant-numeric:tabular-nums}
time small{display:block}
p time small{display:inline}
.id{white-space:nowrap}
.links{display:flex;flex-wrap:wrap;gap:.25rem 1rem}
.links a{min-height:1.5rem}
.badge{display:inline-flex;gap:.25rem;align-items:baseline;font-size:.8125rem;font-weight:600;white-space:nowrap;
border:1px solid currentcolor;border-radius:1rem;padding:0 .5rem;color:var(--muted)}
.badge.successful,.badge.delivered,.badge.closed,.badge.active,.badge.paid{color:var(--good)}
.badge.failed,.badge.exhausted,.badge.expired,.badge.open,.badge.error{color:var(--bad)}
.badge.pending,.badge.waiting,.badge.incomplete,.badge.half_open,.badge.test,.badge.failed_attempt{color:var(--attention)}
.copy{border:0;background:none;color:var(--muted);cursor:pointer;padding:.125rem .375rem;font:inherit;min-width:1.5rem;
min-height:1.5rem}
.copy:hover{color:var(--accent)}
.copy.copied{color:var(--good)}
.pager{display:flex;gap:1rem}
.empty{background:var(--card);border:1px dashed var(--line);border-radius:.625rem;padding:2rem 1.5rem;display:grid;gap:.25rem}
.empty p{color:var(--muted);max-width:40rem}
`

const forms = `
input,select,button,.action{font:inherit;color:var(--text);background:var(--card);border:1px solid var(--muted);
border-radius:.5rem;padding:.375rem .75rem;min-height:2.25rem}
button,.action{cursor:pointer;font-weight:600;border-color:var(--line);color:var(--accent);text-decoration:none;
display:inline-flex;align-items:center}
button:hover,.action:hover{border-color:var(--accent)}
button.go{background:var(--accent);color:var(--onaccent);border-color:var(--accent)}
button.small{min-height:1.75rem;padding:.125rem .625rem;font-size:.8125rem}
form.inline{display:inline}
form.act{display:grid;gap:.75rem;align-content:start}
.quiet{border:0;background:none;padding:.25rem;min-height:1.75rem}
.fields{display:grid;grid-template-columns:repeat(auto-fill,minmax(11rem,1fr));gap:.75rem;align-items:end}
.field{display:grid;gap:.1875rem;min-width:0}
.field span{font-size:.8125rem;font-weight:600}
.field input,.field select{width:100%;min-width:0}
details.more{background:var(--card);border:1px solid var(--line);border-radius:.625rem;padding:.5rem .75rem}
td details>summary{cursor:pointer;min-height:1.5rem}
td .tries{margin:0;padding-inline-start:1.5rem;text-align:start;font-size:.8125rem;min-width:8rem}
td details[open]+small{display:none}
td .tries time,td .tries small{display:inline;white-space:normal}
details.more summary{cursor:pointer;font-weight:600;color:var(--accent);padding:.25rem 0}
details.more[open] summary{padding-bottom:.75rem}
.buttons{display:flex;gap:.5rem;flex-wrap:wrap;align-items:center;margin-top:.75rem}
.chips{display:flex;gap:.375rem .5rem;flex-wrap:wrap;align-items:center;font-size:.875rem}
form.chips{align-items:end}
.chip{background:var(--card);border:1px solid var(--line);border-radius:1rem;padding:.0625rem .625rem;overflow-wrap:anywhere}
.alert{border:2px solid var(--bad);border-radius:.625rem;padding:.75rem 1rem;color:var(--bad);font-weight:600;
background:var(--card)}
.notice,.live:not(:empty){border-inline-start:.25rem solid var(--good);padding:.5rem .75rem;background:var(--card);
border-radius:.25rem .5rem .5rem .25rem}
.live:not(:empty){border-color:var(--accent);position:sticky;top:3.75rem;z-index:2;box-shadow:0 2px 8px rgb(0 0 0/12%)}
`

const stories = `
.title{display:flex;gap:.5rem 1rem;flex-wrap:wrap;align-items:center}
body>nav,main>*{min-width:0}
.big{font-variant-numeric:tabular-nums}
.story{display:grid;grid-template-columns:minmax(0,3fr) minmax(17rem,2fr);gap:1.25rem;align-items:start}
.story>div{display:grid;gap:1.25rem;min-width:0}
section{background:var(--card);border:1px solid var(--line);border-radius:.75rem;padding:1rem 1.125rem;display:grid;gap:.75rem;
min-width:0;align-content:start}
section table{border:0;border-radius:0}
dl{display:grid;gap:.375rem}
dl>div{display:grid;grid-template-columns:minmax(7rem,2fr) 3fr;gap:.75rem}
dt{color:var(--muted);overflow-wrap:anywhere}
dd{margin:0;overflow-wrap:anywhere}
.timeline{list-style:none;display:grid;gap:0}
.timeline li{display:grid;grid-template-columns:11rem 1fr;gap:.25rem 1rem;padding:.5rem 0 .5rem 1rem;
border-inline-start:2px solid var(--line);position:relative}
.timeline li::before{content:"";position:absolute;left:-.3125rem;top:.875rem;width:.5rem;height:.5rem;border-radius:50%;
background:var(--muted)}
.timeline .detail{display:block;color:var(--muted);overflow-wrap:anywhere}
.acts{display:grid;grid-template-columns:repeat(auto-fit,minmax(14rem,1fr));gap:1rem}
.acts form.act{border-top:3px solid var(--line);padding-top:.75rem}
.confirm{max-width:40rem}
.bars{display:block;width:100%;height:11rem;overflow:visible;background:var(--card)}
.bars text{fill:var(--muted);font-size:.75rem}
.bars .bar{fill:var(--accent)}
.bars .axis{stroke:var(--line)}
.charts{display:grid;gap:1.25rem}
`

const narrow = `
@media (max-width:78rem){.story{grid-template-columns:minmax(0,1fr)}}
@media (max-width:78rem){body{display:block}
header.top{flex-wrap:wrap;gap:.5rem .75rem;position:static;padding:.5rem .75rem}.brand{width:auto}.menu{display:inline}
.find{order:3;flex-basis:100%;width:100%;min-width:0}.person{white-space:normal;flex-wrap:wrap;gap:.25rem .75rem;order:2;flex-basis:100%;margin:0}
.side{border:0;border-top:1px solid var(--line);padding:.5rem .5rem 2rem;columns:2}.side h2{break-after:avoid}
.side ul{break-inside:avoid}
main{padding:1rem .75rem 3rem}}
@media (min-width:62.0625rem){main>table td time{white-space:nowrap}}
@media (min-width:62.0625rem) and (max-width:90rem){main>table th,main>table td{padding-inline:.375rem}}
@media (max-width:40rem){.bars .even{display:none}}
@media (max-width:62rem){thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
table,tbody,tr,td{display:block}
tbody tr{padding:.5rem 0;border-top:1px solid var(--line)}
tbody tr:first-child{border-top:0}
td,td.number{display:grid;grid-template-columns:minmax(6.5rem,2fr) 3fr;gap:.75rem;border:0;padding:.1875rem .75rem;text-align:start;
white-space:normal}
.long{min-width:0}
td::before{content:attr(data-label);color:var(--muted);font-size:.8125rem}
td:empty{display:none}
.timeline li{grid-template-columns:minmax(0,1fr)}}
@media (prefers-reduced-motion:no-preference){.live:not(:empty){animation:in .2s}}
@keyframes in{from{opacity:0}}
@media print{.side,header.top,.acts{display:none}body{display:block}}
`

export const stylesheet = ({ dark, light, styles }: Theme): string =>
  [
    `:root{color-scheme:light dark;${properties(light)}}`,
    `@media screen and (prefers-color-scheme:dark){:root{${properties(dark)}}}`,
    ...[frame, tables, forms, stories, narrow, styles]
  ].join("\n")
