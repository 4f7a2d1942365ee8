/** The look of the page of an order. */
export const checkoutStyles = `
.order{border-bottom:1px solid var(--line);background:color-mix(in srgb,var(--page) 55%,var(--card))}
.checkout .order>.summary,.checkout .order>.deadline{border:0}
.checkout .order>.deadline{padding-top:0;padding-bottom:1.25rem}
.items{padding:0 1.5rem 1.25rem;font-size:.9375rem}
.items summary{cursor:pointer;font-weight:600;min-height:1.5rem}
.items .count{color:var(--muted);font-weight:400}
.items ul{margin:.5rem 0 0;padding:0;list-style:none;display:grid;gap:.5rem}
.items li{display:grid;grid-template-columns:minmax(0,1fr) fit-content(60%);gap:0 1rem}
.money{text-align:end;font-variant-numeric:tabular-nums}
.checkout .pay{border-top:0;padding-top:0;gap:1.5rem}
.choices,.only{display:block}
.choice{border:1px solid var(--line);margin-top:-1px}
.choice:first-of-type{border-start-start-radius:.75rem;border-start-end-radius:.75rem;margin-top:0}
.choice:last-of-type{border-end-start-radius:.75rem;border-end-end-radius:.75rem}
.row{display:grid;grid-template-columns:auto 1fr auto;gap:.125rem .75rem;align-items:center;padding:.875rem 1rem;position:relative}
.row>label::after{content:"";position:absolute;inset:0;cursor:pointer}
.row>input{position:relative;z-index:1}
.row svg{width:1.5rem;height:1.5rem;color:var(--muted)}
.row>.hint{grid-column:2/-1}
input[type=radio],input[type=checkbox]{width:1.25rem;height:1.25rem;min-height:0;margin:0;accent-color:var(--accent)}
.choice:has(>.row>input:checked){border-color:var(--accent);box-shadow:inset 0 0 0 1px var(--accent);position:relative;z-index:1}
.choice:has(>.row>input:checked)>.row svg{color:var(--accent)}
.choice:has(>.row>input:focus-visible){outline:3px solid var(--accent);outline-offset:2px;z-index:2}
.row>input:focus-visible{outline:0}
.of-choice{padding:.125rem 1rem 1rem}
.choice:has(>.row>input:not(:checked))>.of-choice{display:none}
.cards{margin-bottom:1rem}
fieldset:has([name=saved_card]:not([value=""]):checked)>.either>*,
.of-choice:has([name=saved_card]:not([value=""]):checked)>.either>*{display:none}
fieldset:has([name=saved_card]:not([value=""]):checked)>.coded>.field:has(#code),
.of-choice:has([name=saved_card]:not([value=""]):checked)>.coded>.field:has(#code){display:grid}
.fields{display:grid;grid-template-columns:1fr 1fr;gap:1rem}
.holds{position:relative;display:grid}
.holds>.brand{position:absolute;inset-inline-end:.75rem;top:0;bottom:0;display:flex;align-items:center;
font-size:.875rem;font-weight:600;color:var(--muted);pointer-events:none}
.provider{min-height:3rem;padding:.75rem;border:1px solid var(--line);border-radius:.625rem}
.provider[aria-invalid]{border:2px solid var(--bad)}
.field:has(.provider){grid-column:1/-1}
#provider-fault:empty{display:none}
.toggle{grid-column:1/-1;display:grid;grid-template-columns:auto 1fr;gap:0 .75rem;align-items:center}
.toggle .hint{grid-column:2}
.action.main{min-height:3.25rem;font-size:1.0625rem;gap:.625rem}
.action.main svg{flex:none;width:1.125rem;height:1.125rem}
.action[aria-disabled]{opacity:.75;cursor:progress}
.secure,.leave{text-align:center}
.leave{font-size:.9375rem}
.leave a{display:inline-block;min-height:1.5rem}
#bank{display:block;width:100%;height:32rem;border:0;border-radius:.75rem;background:#fff}
#bank[hidden],#close[hidden],#step[hidden]{display:none}
.framed{background:var(--card)}
.framed main{max-width:none;padding:0}
.framed article{border:0;border-radius:0;box-shadow:none}
@media (forced-colors:active){.choice:has(>.row>input:checked){outline:2px solid Highlight;outline-offset:-2px}}
@media (min-width:60rem){
main:has(.sides){max-width:60rem}
.sides{display:grid;grid-template-columns:minmax(0,5fr) minmax(0,7fr)}
.order{border-bottom:0;border-inline-end:1px solid var(--line);padding:1rem}
.sides>.body{padding:2.25rem 2.5rem;align-content:start}
}
`
