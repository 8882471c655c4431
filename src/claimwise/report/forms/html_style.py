"""The style sheet of the HTML report: light and dark, phone and paper."""

CSS = """
:root { color-scheme: light dark; --ink: #1c1e21; --soft: #5b6169; --line: #d5d9de;
  --paper: #fff; --band: #f5f6f8; --mark: #0b5cad; --shade: rgb(0 0 0 / .3);
  --good: #17703b; --bad: #b3261e; --open: #8a5800; --warm: #fff8e6; }
@media (prefers-color-scheme: dark) { :root { --ink: #e7e9ec; --soft: #a5acb5; --line: #3a3f46;
  --paper: #16181b; --band: #202328; --mark: #7db8f2; --shade: rgb(255 255 255 / .35);
  --good: #74d495; --bad: #ff8f86; --open: #f0c050; --warm: #2a2416; } }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; }
main { max-width: 50rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
article + article { margin-top: 3.5rem; padding-top: 2rem; border-top: 2px solid var(--line); }
h1 { font-size: 1.4rem; line-height: 1.25; margin: 0 0 .35rem; overflow-wrap: anywhere; }
h2 { font-size: 1.05rem; line-height: 1.3; margin: 0; overflow-wrap: anywhere; }
h3 { font-size: 1rem; line-height: 1.3; margin: 0; }
article > h2 { font-size: 1.25rem; margin-bottom: .35rem; }
p, li, dd { overflow-wrap: anywhere; }
p { margin: 0 0 .75rem; }
p.lines { white-space: pre-wrap; }
ul { margin: 0; padding-left: 1.2rem; }
li { margin: .3rem 0; }
a { color: var(--mark); }
.question, .method, .back { color: var(--soft); font-size: .92rem; }
dl.tiles { display: flex; flex-wrap: wrap; gap: .75rem; margin: 0 0 1.25rem; }
dl.tiles div { flex: 1 1 7rem; border: 1px solid var(--line); border-radius: 6px;
  padding: .6rem .8rem; }
dl.tiles dt { color: var(--soft); font-size: .82rem; }
dl.tiles dd { margin: .15rem 0 0; font-size: .92rem; white-space: nowrap; }
dl.tiles b { font-size: 1.3rem; font-weight: 600; }
dl.tiles small { display: block; color: var(--soft); white-space: normal; }
.answer { --tone: var(--mark); border-left: 5px solid var(--tone); background: var(--band);
  padding: 1rem 1.2rem .6rem; margin: 0 0 1.25rem; border-radius: 0 8px 8px 0; }
.answer.good { --tone: var(--good); }
.answer.bad { --tone: var(--bad); }
.answer.open { --tone: var(--open); }
.headline { font-size: 1.3rem; line-height: 1.4; margin-bottom: .6rem; }
.word { background: var(--tone); color: var(--paper); border-radius: 5px; padding: .08em .5em;
  margin-right: .25em; letter-spacing: .02em; white-space: nowrap; }
.answer p.lines { margin-bottom: .4rem; }
.cautions { background: var(--warm); border-left: 5px solid var(--open); padding: .8rem 1.2rem;
  margin: 0 0 1rem; border-radius: 0 8px 8px 0; }
.cautions > :first-child { margin-bottom: .3rem; }
.cautions p:last-child { margin-bottom: 0; }
/* A table that is wider than the text takes the room of the window, about the same middle. Where
   that is too little a shade stands on the side to which it scrolls, and the bar is always seen. */
.scroll { overflow-x: auto; margin: 0 min(0px, calc(50% - 50vw + 1.25rem)) 1.25rem;
  display: grid; grid-template-columns: minmax(min(47.5rem, 100%), auto); justify-content: center;
  background: linear-gradient(to right, var(--paper) 40%, transparent) left / 3rem 100% local,
    linear-gradient(to left, var(--paper) 40%, transparent) right / 3rem 100% local,
    linear-gradient(to right, transparent 1px, var(--shade) 1px, transparent) left / .8rem 100%,
    linear-gradient(to left, transparent 1px, var(--shade) 1px, transparent) right / .8rem 100%;
  background-repeat: no-repeat; }
.scroll table { justify-self: start; }
.scroll::-webkit-scrollbar { height: .6rem; }
.scroll::-webkit-scrollbar-thumb { background: var(--soft); border-radius: .3rem; }
:focus-visible { outline: 2px solid var(--mark); outline-offset: 2px; }
table { border-collapse: collapse; font-size: .92rem; font-variant-numeric: tabular-nums;
  border-top: 2px solid var(--ink); border-bottom: 2px solid var(--ink); }
caption { text-align: left; font-weight: 600; padding: 0 0 .4rem; }
th, td { padding: .3rem 1.1rem .3rem 0; text-align: left; vertical-align: top;
  white-space: nowrap; }
th:last-child, td:last-child { padding-right: 0; }
td.number, th.number { text-align: right; }
td.words, th.words { white-space: normal; min-width: 12rem; overflow-wrap: anywhere; }
thead th { border-bottom: 1px solid var(--ink); font-weight: 600; vertical-align: bottom;
  white-space: normal; }
tbody tr + tr > * { border-top: 1px solid var(--line); }
tbody th { font-weight: 400; }
figure { margin: 0 0 1.25rem; }
figure .drawing { background: #fff; border: 1px solid var(--line); border-radius: 8px;
  padding: .75rem; overflow-x: auto; }
figure svg { display: block; max-width: 100%; height: auto; margin: 0 auto; overflow: visible; }
.sideways { display: none; color: var(--soft); font-size: .85rem; margin: 0 0 .3rem; }
figcaption { color: var(--soft); font-size: .92rem; margin-top: .5rem; }
details { border-top: 1px solid var(--line); }
details[open] { padding-bottom: .75rem; }
summary { cursor: pointer; padding: .55rem 0; }
summary > * { display: inline; font-size: 1rem; font-weight: 600; }
summary + * { margin-top: .25rem; }
pre { background: var(--band); padding: .75rem .9rem; border-radius: 6px; overflow-x: auto;
  white-space: pre-wrap; overflow-wrap: anywhere; font-size: .88rem; margin: 0 0 .75rem; }
code { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
footer { margin-top: 3rem; color: var(--soft); font-size: .85rem; }
@media (max-width: 30rem) { main { padding: 1.25rem 1rem 3rem; } h1 { font-size: 1.25rem; }
  .answer { padding: .8rem .9rem .4rem; } .headline { font-size: 1.12rem; }
  .cautions { padding: .7rem .9rem; }
  .sideways { display: block; } figure .drawing { padding: .4rem .15rem; } }
@media print { :root { color-scheme: light; --ink: #000; --soft: #444; --line: #bbb; --paper: #fff;
  --band: #fff; --mark: #000; --warm: #fff; --good: #000; --bad: #000; --open: #000; }
  main { max-width: none; padding: 0; } body { font-size: 10.5pt; }
  .word { background: none; color: #000; border: 1.5px solid #000; }
  h1, h2, h3, summary, caption { break-after: avoid; }
  figure, .answer, .cautions, tr { break-inside: avoid; }
  details::details-content { content-visibility: visible; display: block; height: auto; }
  summary { list-style: none; }
  th, td:not(.number) { white-space: normal; } figure svg { min-width: 0 !important; }
  .sideways, .back { display: none; }
  .scroll, figure .drawing { overflow: visible; }
  .scroll { display: block; margin: 0 0 1rem; background: none; }
  pre { border: 1px solid var(--line); } }
"""
