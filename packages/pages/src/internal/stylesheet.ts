/** One stylesheet for all pages, so that one hash in the policy covers them. */
import type { Colours, Theme } from "../Theme.js"
import { checkoutStyles } from "./checkoutStyles.js"
import { portalStyles } from "./portalStyles.js"

const properties = (colours: Colours): string =>
  Object.entries(colours)
    .map(([name, value]) => `--${name.toLowerCase()}:${value}`)
    .join(";")

const frame = `
*{box-sizing:border-box}
html{font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif;background:var(--page);
color:var(--text);overflow-wrap:anywhere;-webkit-text-size-adjust:100%}
body{margin:0}
main{max-width:30rem;margin:0 auto;padding:clamp(1rem,8vh,5rem) 1rem 2rem}
article{background:var(--card);border:1px solid var(--line);border-radius:1rem;overflow:hidden;
box-shadow:0 1px 2px rgb(0 0 0/5%),0 8px 24px rgb(0 0 0/6%)}
h1,h2,p,dl,form{margin:0}
h1{font-size:1.375rem;line-height:1.3;letter-spacing:-.01em}
h2,.kind{font-size:.875rem;font-weight:600;color:var(--muted)}
a{color:var(--accent)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:.25rem}
`

const summary = `
.summary{padding:1.5rem;border-bottom:1px solid var(--line)}
.logo{display:block;max-width:60%;max-height:2.5rem;margin:0 0 1rem}
.merchant{font-weight:600}
.amount{font-size:clamp(1.5rem,8.5vw,2.25rem);line-height:1.2;font-weight:700;letter-spacing:-.02em;margin-top:.25rem;
font-variant-numeric:tabular-nums}
.amount.long{font-size:clamp(1rem,5.4vw,1.5rem);letter-spacing:0}
.description{color:var(--muted);margin-top:.25rem}
.test{padding:.625rem 1.5rem;border-bottom:1px solid var(--line);font-size:.875rem;color:var(--attention)}
.test strong{display:inline-block;background:var(--attention);color:var(--card);border-radius:.25rem;padding:0 .5rem;
margin-inline-end:.375rem;letter-spacing:.05em}
`

const body = `
.body{display:grid;gap:1rem;padding:1.5rem}
.state{display:flex;gap:.75rem;align-items:flex-start}
.state svg{flex:none;width:1.75rem;height:1.75rem}
.state h1{padding-top:.0625rem}
.successful svg{color:var(--good)}
.failed svg,.expired svg{color:var(--bad)}
.pending svg,.incomplete svg{color:var(--attention)}
.plain svg{color:var(--accent)}
.card{display:flex;gap:.5rem;align-items:center;color:var(--muted)}
.card svg{flex:none;width:1.25rem;height:1.25rem}
.alert{border-inline-start:.25rem solid var(--bad);padding-inline-start:.75rem;color:var(--bad);font-weight:600}
.soft{color:var(--muted)}
dl{display:grid;grid-template-columns:minmax(6.5rem,auto) 1fr;gap:.5rem 1rem;font-size:.9375rem}
dt{color:var(--muted)}
dd{margin:0}
.turning{animation:turn 1s linear infinite}
@keyframes turn{to{transform:rotate(1turn)}}
`

const actions = `
.actions,.others{display:grid;gap:.625rem}
.others{border-top:1px solid var(--line);padding-top:1rem}
.action{display:flex;align-items:center;justify-content:center;width:100%;min-height:3rem;padding:.5rem 1rem;font:inherit;
font-weight:600;text-align:center;text-decoration:none;border:1px solid var(--accent);border-radius:.625rem;cursor:pointer;
background:var(--accent);color:var(--onaccent)}
.action.second{min-height:2.75rem;background:none;border-color:var(--line);color:var(--accent)}
.action:hover{filter:brightness(1.08)}
.action.second:hover{filter:none;border-color:var(--accent)}
.action:focus-visible{border-radius:.625rem}
`

const fields = `
fieldset{display:grid;grid-template-columns:1fr 1fr;gap:1rem;margin:0;padding:0;border:0;min-width:0}
legend{padding:0;margin-bottom:.75rem;font-size:1.0625rem;font-weight:600}
.pay{display:grid;gap:1.25rem;border-top:1px solid var(--line);padding-top:1.25rem}
.field{display:grid;gap:.25rem;align-content:start;grid-column:1/-1;min-width:0}
.field.half{grid-column:auto}
label{font-weight:600}
.hint{color:var(--muted);font-size:.875rem}
.fault{color:var(--bad);font-size:.875rem;font-weight:600}
input:not([type=hidden]),select{width:100%;min-height:3rem;padding:.5rem .75rem;font:inherit;font-variant-numeric:tabular-nums;
color:var(--text);background:var(--card);border:1px solid var(--muted);border-radius:.625rem}
input[aria-invalid],select[aria-invalid]{border:2px solid var(--bad)}
input:focus-visible,select:focus-visible{border-radius:.625rem;outline-offset:1px}
input[readonly]{background:var(--page);color:var(--muted)}
.faults{display:grid;gap:.5rem;border:2px solid var(--bad);border-radius:.625rem;padding:1rem}
.faults h2{font-size:1rem;color:var(--bad)}
.faults ul{margin:0;padding:0;list-style:none;display:grid;gap:.25rem}
.faults a{display:block;min-height:1.5rem;color:var(--bad)}
.small{font-size:.875rem;color:var(--muted)}
`

const transfers = `
.unseen{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.deadline{display:flex;justify-content:space-between;align-items:center;gap:.25rem 1rem;padding:.625rem 1.5rem;
border-bottom:1px solid var(--line);color:var(--muted)}
.deadline p:first-child,.following,.onward{display:flex;gap:.5rem;align-items:center}
.deadline svg,.following svg{flex:none;width:1.25rem;height:1.25rem}
#left{flex:none}
#timer{color:var(--text);font-size:1.125rem;font-variant-numeric:tabular-nums}
#timer.soon{color:var(--bad)}
.scan{display:grid;gap:1rem;justify-items:center}
.scan>p{justify-self:stretch}
.code{display:block;width:100%;max-width:16rem;border-radius:.75rem;border:1px solid var(--line)}
.following{color:var(--muted);font-size:.9375rem}
.following svg{color:var(--accent)}
.details{display:block;border:1px solid var(--line);border-radius:.75rem}
.details>div{padding:.75rem 1rem}
.details>div+div{border-top:1px solid var(--line)}
.details dt{font-size:.875rem}
.details dd{display:flex;flex-wrap:wrap;align-items:center;gap:0 .75rem;margin:0}
.value{flex:1 1 0;min-width:0;font-size:1.125rem;font-weight:600;font-variant-numeric:tabular-nums}
.details .hint{flex-basis:100%}
.copy,.quiet{font:inherit;font-size:.875rem;font-weight:600;color:var(--accent);background:none;cursor:pointer;
border:1px solid var(--line);border-radius:.5rem;min-height:2.25rem;padding:.25rem .75rem}
.copy{display:flex;gap:.375rem;align-items:center}
.copy[hidden]{display:none}
.copy svg{width:1.125rem;height:1.125rem}
.copy:hover,.quiet:hover{border-color:var(--accent)}
.copy.copied{color:var(--good)}
.copy:not(.copied) .done,.copied .copying{display:none}
.onward{justify-content:space-between;flex-wrap:wrap;font-size:.9375rem;color:var(--muted)}
.onward[hidden]{display:none}
@media (max-width:30rem),(pointer:coarse){.scan .elsewhere{display:none}.scan .code{order:1}}
@media (min-width:30.01rem) and (pointer:fine){.scan .here.soft{display:none}
.scan .here .action{width:auto;min-height:1.5rem;padding:0;border:0;background:none;color:var(--accent);
font-size:.9375rem;text-decoration:underline;text-underline-offset:.125em}}
`

const circumstances = `
@media (max-width:26rem){main{padding:1rem .75rem}.summary,.body{padding:1.25rem}
.test,.deadline{padding:.625rem 1.25rem}.details{grid-template-columns:none}.details dd{margin:0}
.details>div{padding:.75rem}.value{font-size:1rem}
.copy .word{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:.625rem}dd:last-child{margin:0}}
@media (max-width:22rem){fieldset,.fields{grid-template-columns:1fr}}
@media (forced-colors:active){.action:not(.second){forced-color-adjust:none;background:ButtonText;border-color:ButtonText;
color:ButtonFace;outline-color:Highlight}}
[dir=rtl] input[dir=ltr]{text-align:right}
@media (prefers-reduced-motion:reduce){.turning{animation:none}}
@media print{html{background:#fff}main{max-width:none;padding:0}article{border:0;border-radius:0;box-shadow:none}
.actions,.following,.copy{display:none}}
`

/** Paper is printed in the light scheme. */
export const stylesheet = ({ dark, light, styles }: Theme): string =>
  [
    `:root{color-scheme:light dark;${properties(light)}}`,
    `@media screen and (prefers-color-scheme:dark){:root{${properties(dark)}}}`,
    ...[frame, summary, body, actions, fields, transfers, checkoutStyles, portalStyles, circumstances, styles]
  ].join("\n")
