/** The look of the portal. */
export const portalStyles = `
.summary h1{margin-top:.25rem}
.notice{border-inline-start:.25rem solid var(--good);padding-inline-start:.75rem;font-weight:600}
.notice.bad{border-color:var(--bad);color:var(--bad)}
.notice.wait{border-color:var(--attention)}
.entry{display:grid;gap:.75rem;border:1px solid var(--line);border-radius:.75rem;padding:1rem}
.entry h2{font-size:1.0625rem;color:var(--text)}
.entry .status{color:var(--muted);font-size:.9375rem}
.entry .mark{color:var(--attention);font-size:.875rem;font-weight:600}
.entry.over{background:color-mix(in srgb,var(--page) 55%,var(--card))}
.entry .doing{display:flex;flex-wrap:wrap;gap:.5rem}
.entry .doing form{display:flex}
.entry .action{width:auto;min-height:2.5rem;padding:.25rem .875rem;font-size:.9375rem}
.payments{margin:0;padding:0;list-style:none;display:grid}
.payments li{display:flex;flex-wrap:wrap;gap:.125rem 1rem;padding:.75rem 0}
.payments li>:first-child{flex:1 1 8rem;min-width:0}
.payments .money{margin-inline-start:auto}
.payments li+li{border-top:1px solid var(--line)}
.payments .soft{flex-basis:100%;font-size:.875rem}
.payments a,.pages a{display:inline-block;min-height:1.5rem}
`
