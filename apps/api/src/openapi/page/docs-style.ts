/** Style sheet of the documentation page, for light and dark mode, wide and narrow screens. */
export const DOCS_STYLE = `
:root { color-scheme: light dark; --ink: light-dark(#1d2330, #dfe3ea); --quiet: light-dark(#566074, #9aa5b8);
  --paper: light-dark(#fff, #14171d); --box: light-dark(#f3f5f8, #1d222b); --line: light-dark(#dce1e8, #323a47);
  --link: light-dark(#1a56b0, #86b4ff); --get: light-dark(#176b3a, #6fd398); --post: light-dark(#1a56b0, #86b4ff);
  --delete: light-dark(#a8321f, #ff9b87); }
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; color: var(--ink); background: var(--paper); font: 1rem/1.55 system-ui, sans-serif; }
a { color: var(--link); }
code, pre, .method { font-family: ui-monospace, 'Cascadia Mono', Menlo, Consolas, monospace; font-size: .875rem; }
code { overflow-wrap: anywhere; }
pre { margin: .5rem 0; padding: .75rem 1rem; overflow: auto; max-height: 26rem; background: var(--box);
  border: 1px solid var(--line); border-radius: .4rem; line-height: 1.45; }
pre code { overflow-wrap: normal; }
pre.answer { border-left: .25rem solid var(--get); }
nav { padding: 0 1rem 1rem; border: solid var(--line); border-width: 1px 0; }
nav ul { list-style: none; margin: 0; padding: 0; columns: 19rem; }
nav li a { display: block; padding: .15rem 0; text-decoration: none; font-size: .875rem; overflow-wrap: anywhere; }
nav h2, nav h2 a { margin: .75rem 0 .25rem; color: var(--quiet); font-size: .8rem; text-transform: uppercase;
  letter-spacing: .05em; text-decoration: none; }
header, main { min-width: 0; max-width: 56rem; padding: 1rem; }
h1 small { color: var(--quiet); font-weight: normal; font-size: 1rem; }
h1, h2, h3, h4 { line-height: 1.25; }
section > h2 { margin-top: 3rem; text-transform: capitalize; }
article { margin-top: 1.5rem; padding-top: .5rem; border-top: 1px solid var(--line); }
h3 code { font-size: 1.05rem; }
h4 { margin: 1.25rem 0 .25rem; }
h5 { margin: .75rem 0 0; }
p { margin: .5rem 0; }
.summary { font-size: 1.1rem; }
.method { font-weight: 700; }
.get { color: var(--get); } .post { color: var(--post); } .delete { color: var(--delete); }
.type { color: var(--quiet); font-size: .875rem; overflow-wrap: anywhere; }
.fields { margin: .25rem 0; padding-left: 1rem; list-style: none; border-left: 1px solid var(--line); }
.fields li { margin: .4rem 0; }
.fields p { margin: 0; font-size: .95rem; }
.fields strong { font-size: .8rem; font-weight: 600; color: var(--delete); }
details { margin: .75rem 0; }
summary { cursor: pointer; font-weight: 600; }
@media (min-width: 70rem) {
  body { display: grid; grid-template: auto 1fr / 21rem minmax(0, 1fr); }
  nav { position: sticky; top: 0; grid-row: 1 / 3; height: 100vh; overflow: auto; border-width: 0 1px 0 0; }
  header, main { grid-column: 2; padding: 1rem 3rem 0; }
  main { padding-bottom: 4rem; }
}
@media print { nav { display: none; } pre { max-height: none; white-space: pre-wrap; } }
`;
