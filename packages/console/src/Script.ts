/**
 * What makes the console quicker. Everything works without it: it focuses the search, copies, says that a page is out of
 * date, and keeps a form from being sent twice.
 */
export const script = `"use strict";
(() => {
const all = (selector, of = document) => Array.from(of.querySelectorAll(selector));
const field = () => document.getElementById("q");
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const root = new URL(document.documentElement.dataset.root || "./", location.href).pathname;
const secure = location.protocol === "https:" ? "; Secure" : "";
if (zone && !/(?:^|; )florin_zone=/.test(document.cookie))
  document.cookie = "florin_zone=" + encodeURIComponent(zone) + "; Path=" + root + "; Max-Age=31536000; SameSite=Strict" + secure;
for (const button of all(".copy")) {
  if (!navigator.clipboard) break;
  button.hidden = false;
  button.addEventListener("click", () => navigator.clipboard.writeText(button.dataset.copy).then(() => {
    button.classList.add("copied");
    button.title = button.dataset.done;
  }, () => undefined));
}
for (const form of all("form[method=post]"))
  form.addEventListener("submit", () => setTimeout(() => all("button", form).forEach((one) => { one.disabled = true; })));
addEventListener("pageshow", (event) => { if (event.persisted) all("button").forEach((one) => { one.disabled = false; }); });
const links = () => all("tbody tr a[href]:first-of-type").filter((one, at, list) => list.findIndex((other) => other.closest("tr") === one.closest("tr")) === at);
const step = (by) => {
  const list = links();
  const next = list[list.indexOf(document.activeElement) + by] || list[by > 0 ? 0 : list.length - 1];
  if (next) next.focus();
};
const focus = (id) => {
  const found = document.querySelector("#" + id + " input:not([type=hidden])");
  if (found) { found.focus(); found.select(); }
  return Boolean(found);
};
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const at = event.target;
  if (at.matches("input, select, textarea")) {
    if (event.key === "Escape") at.blur();
    return;
  }
  const done = {
    "/": () => { field().focus(); field().select(); return true; },
    j: () => { step(1); return true; },
    k: () => { step(-1); return true; },
    r: () => focus("refund"),
    c: () => focus("capture"),
    v: () => focus("void")
  }[event.key];
  if (done && done()) event.preventDefault();
});
const live = document.querySelector("[data-live]");
if (live) {
  let version;
  const look = async () => {
    if (document.hidden || live.textContent !== "") return;
    try {
      const answer = await fetch(live.dataset.live, { headers: { accept: "application/json" } });
      if (!answer.ok) return;
      const said = await answer.json();
      const changed = version !== undefined && said.version !== version;
      version = said.version;
      if (!changed && !said.newer) return;
      const text = said.newer ? live.dataset.newer.replace("0", said.newer === 100 ? "100+" : said.newer) : live.dataset.changed;
      const link = document.createElement("a");
      link.href = location.href;
      link.textContent = live.dataset.reload;
      live.append(text + " ", link);
    } catch { return; }
  };
  look();
  setInterval(look, 10000);
}
})();
`
