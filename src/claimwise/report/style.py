"""The style sheet of the HTML report: light and dark, phone and paper."""

CSS = """
:root { color-scheme: light dark; --ink: #1c1e21; --soft: #5b6169; --line: #d5d9de;
  --paper: #fff; --band: #f5f6f8; --mark: #0b5cad; --shade: rgb(0 0 0 / .3); }
@media (prefers-color-scheme: dark) { :root { --ink: #e7e9ec; --soft: #a5acb5; --line: #3a3f46;
  --paper: #16181b; --band: #202328; --mark: #7db8f2;
  --shade: rgb(255 255 255 / .35); } }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; }
main { max-width: 50rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
article + article { margin-top: 3.5rem; padding-top: 2rem; border-top: 2px solid var(--line); }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 .75rem; overflow-wrap: anywhere; }
h2 { font-size: 1.15rem; line-height: 1.3; margin: 2.25rem 0 .5rem; }
h3 { font-size: 1rem; margin: 1.5rem 0 .4rem; }
p, li, dd { overflow-wrap: anywhere; }
p { margin: 0 0 .75rem; }
p.lines { white-space: pre-line; }
ul { margin: 0; padding-left: 1.2rem; }
li { margin: .3rem 0; }
.claim { color: var(--soft); margin-bottom: .5rem; }
.answer { border-left: 4px solid var(--mark); background: var(--band); padding: .9rem 1.1rem;
  font-size: 1.1rem; line-height: 1.5; margin: 0 0 1rem; border-radius: 0 6px 6px 0; }
/* A table that is wider than the text takes the room of the window, about the same middle. Where
   that is too little a shade stands on the side to which it scrolls, and the bar is always seen. */
.scroll { overflow-x: auto; margin: 0 min(0px, calc(50% - 50vw + 1.25rem)) 1rem;
  display: grid; grid-template-columns: minmax(min(47.5rem, 100%), auto); justify-content: center;
  background: linear-gradient(to right, var(--paper) 40%, transparent) left / 3rem 100% local,
    linear-gradient(to left, var(--paper) 40%, transparent) right / 3rem 100% local,
    linear-gradient(to right, transparent 1px, var(--shade) 1px, transparent) left / .8rem 100%,
    linear-gradient(to left, transparent 1px, var(--shade) 1px, transparent) right / .8rem 100%;
  background-repeat: no-repeat; }
.scroll table { justify-self: start; }
.scroll::-webkit-scrollbar { height: .6rem; }
.scroll::-webkit-scrollbar-thumb { background: var(--soft); border-radius: .3rem; }
.scroll:focus-visible { outline: 2px solid var(--mark); outline-offset: 2px; }
table { border-collapse: collapse; font-size: .92rem; font-variant-numeric: tabular-nums;
  border-top: 2px solid var(--ink); border-bottom: 2px solid var(--ink); }
caption { text-align: left; font-weight: 600; padding: 0 0 .4rem; }
th, td { padding: .3rem .75rem .3rem 0; text-align: left; vertical-align: top;
  white-space: nowrap; }
td.number, th.number { text-align: right; }
td.words, th.words { white-space: normal; min-width: 12rem; }
a { color: var(--mark); }
.back { font-size: .85rem; }
thead th { border-bottom: 1px solid var(--ink); font-weight: 600; vertical-align: bottom;
  white-space: normal; }
tbody tr + tr > * { border-top: 1px solid var(--line); }
tbody th { font-weight: 400; }
figure { margin: 1rem 0 1.5rem; }
figure .drawing { background: #fff; border: 1px solid var(--line); border-radius: 6px;
  padding: .75rem; overflow-x: auto; }
figure svg { display: block; max-width: 100%; min-width: 24rem; height: auto; margin: 0 auto;
  overflow: visible; }
.sideways { display: none; color: var(--soft); font-size: .85rem; margin: 0 0 .3rem; }
figcaption { color: var(--soft); font-size: .92rem; margin-top: .5rem; }
dl.checklist { margin: 0; }
dl.checklist dt { font-weight: 600; margin-top: .9rem; }
dl.checklist dd { margin: .15rem 0 0; }
.source { color: var(--soft); font-size: .85rem; }
pre { background: var(--band); padding: .75rem .9rem; border-radius: 6px; overflow-x: auto;
  white-space: pre-wrap; overflow-wrap: anywhere; font-size: .88rem; margin: 0 0 .75rem; }
code { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
footer { margin-top: 3rem; color: var(--soft); font-size: .85rem; }
@media (max-width: 30rem) { main { padding: 1.25rem 1rem 3rem; } h1 { font-size: 1.4rem; }
  .answer { font-size: 1.02rem; padding: .75rem .9rem; }
  .sideways { display: block; } figure svg { max-width: none; min-width: 0; } }
@media print { :root { color-scheme: light; --ink: #000; --soft: #444; --line: #bbb; --paper: #fff;
  --band: #fff; --mark: #000; }
  main { max-width: none; padding: 0; } body { font-size: 10.5pt; }
  h2, h3, caption { break-after: avoid; }
  figure, .answer, tr, dl.checklist dd { break-inside: avoid; }
  th, td { white-space: normal; } figure svg { max-width: 100%; min-width: 0; }
  .sideways, .back { display: none; }
  .scroll, figure .drawing { overflow: visible; }
  .scroll { display: block; margin: 0 0 1rem; background: none; }
  pre { border: 1px solid var(--line); } }
"""
