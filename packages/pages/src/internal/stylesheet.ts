/**
 * One stylesheet for all pages, so that one hash in the policy covers them. Colours keep a contrast of at least 4.5 to
 * 1 in both schemes (WCAG 2.2, 1.4.3).
 */
export const stylesheet = `
:root{color-scheme:light dark;--paper:#fff;--ground:#f3f4f6;--ink:#16181d;--soft:#4b5563;--line:#d1d5db;--link:#1d4ed8;
--good:#166534;--bad:#a31515;--wait:#7a4b00}
@media (prefers-color-scheme:dark){:root{--paper:#1b1e24;--ground:#111318;--ink:#eceef2;--soft:#b3bac6;--line:#3a404b;
--link:#9dbcff;--good:#7fdb9d;--bad:#ff9d94;--wait:#f2c063}}
*{box-sizing:border-box}
html{font:1rem/1.5 system-ui,sans-serif;background:var(--ground);color:var(--ink);overflow-wrap:anywhere}
body{margin:0}
main{max-width:34rem;margin:0 auto;padding:2rem 1rem}
article{background:var(--paper);border:1px solid var(--line);border-radius:.75rem;padding:1.5rem;margin:0 0 1.5rem}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 .5rem}
p{margin:.5rem 0}
a{color:var(--link)}
a:focus-visible{outline:3px solid var(--link);outline-offset:2px;border-radius:.25rem}
.amount{font-size:2rem;font-weight:650;margin:.25rem 0 1rem;font-variant-numeric:tabular-nums}
.status{font-weight:650}
.successful{color:var(--good)}
.failed,.expired{color:var(--bad)}
.pending,.incomplete{color:var(--wait)}
.note{border-left:.25rem solid var(--wait);padding:.25rem .75rem}
.test strong{background:var(--wait);color:var(--paper);border-radius:.25rem;padding:.125rem .5rem;letter-spacing:.05em}
dl{display:grid;grid-template-columns:minmax(8rem,auto) 1fr;gap:.5rem 1rem;margin:1rem 0 0}
dt{color:var(--soft)}
dd{margin:0}
.action{display:inline-block;margin-top:1rem;padding:.625rem 1rem;border:1px solid var(--link);border-radius:.5rem}
button.action{font:inherit;cursor:pointer;background:none;color:var(--link);width:100%;min-height:2.75rem}
button.primary{background:var(--link);color:var(--paper);font-weight:650}
button.action:focus-visible{outline:3px solid var(--link);outline-offset:2px}
.merchant{color:var(--soft);margin:0}
.choices form{margin:0}
.wrong{border-color:var(--bad);color:var(--bad)}
@media (max-width:30rem){dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:.5rem}}
@media print{html{background:#fff;color:#000}main{padding:0}article{border:0;padding:0}.action{display:none}}
`
