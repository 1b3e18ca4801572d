import { createHash } from 'node:crypto';

/** Copies examples, filters operations, opens the linked section, and puts the page's own origin into examples. */
export const SCRIPT = `
for (const place of document.querySelectorAll('.origin')) place.textContent = location.origin;
for (const button of document.querySelectorAll('.copy')) {
  button.hidden = false;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.closest('details').querySelector('pre').textContent);
    button.textContent = 'Copied';
    setTimeout(() => { button.textContent = 'Copy'; }, 1200);
  });
}
const filter = document.querySelector('#filter');
filter.hidden = false;
filter.addEventListener('input', () => {
  const wanted = filter.value.trim().toLowerCase();
  for (const link of document.querySelectorAll('nav li a')) {
    link.parentElement.hidden = !link.textContent.toLowerCase().includes(wanted);
  }
});
const unfold = () => document.querySelector(location.hash || '#none')?.closest('details')?.setAttribute('open', '');
addEventListener('hashchange', unfold);
unfold();
`;

export const STYLE = `
:root { color-scheme: light dark; --ink: #1d2329; --soft: #5d6974; --line: #e1e6ea; --ground: #fff; --tint: #f5f7f9;
  --code: #f0f3f6; --link: #0b5cad; --get: #0b6e4f; --post: #8a4b08; --delete: #a3281f; --good: #0b6e4f; --bad: #a3281f; }
@media (prefers-color-scheme: dark) { :root { --ink: #dfe5ea; --soft: #94a1ad; --line: #2b333b; --ground: #14181c;
  --tint: #1a2026; --code: #222a31; --link: #79b8ff; --get: #5fd0a5; --post: #f0b36b; --delete: #ff8f85; --good: #5fd0a5; --bad: #ff8f85; } }
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; display: grid; grid-template-columns: 17rem minmax(0, 1fr); color: var(--ink); background: var(--ground);
  font: 15px/1.55 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; }
a { color: var(--link); text-decoration: none; }
a:hover { text-decoration: underline; }
code, pre { font: 13px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
code { background: var(--code); border-radius: 4px; padding: .05em .3em; overflow-wrap: anywhere; }
nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1.2rem 1rem 2rem; border-right: 1px solid var(--line);
  background: var(--tint); font-size: 14px; }
nav input { margin-top: .6rem; }
.to-menu { display: none; }
nav h1 { font-size: 1.1rem; margin: 0 0 .8rem; }
nav h2 { font-size: .75rem; letter-spacing: .06em; text-transform: uppercase; color: var(--soft); margin: 1.2rem 0 .3rem; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav li a { display: flex; gap: .4rem; align-items: baseline; padding: .15rem .4rem; color: var(--ink); border-radius: 4px; }
nav li a:hover { background: var(--code); text-decoration: none; }
nav input { width: 100%; padding: .35rem .5rem; border: 1px solid var(--line); border-radius: 6px; background: var(--ground);
  color: inherit; font: inherit; }
main { padding: 2rem clamp(1rem, 4vw, 3.5rem) 6rem; max-width: 90rem; }
main > section > h2 { margin: 3.5rem 0 .2rem; font-size: 1.5rem; }
.intro { max-width: 46rem; }
article { border-top: 1px solid var(--line); padding: 1.6rem 0 1.2rem; margin-top: 1.6rem; }
article h3 { margin: 0; font-size: 1.15rem; }
.route { margin: .3rem 0 .6rem; }
.columns { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 2.2rem; align-items: start; }
.columns p { margin: .5rem 0; }
.examples { position: sticky; top: 1rem; }
h4 { margin: 1.4rem 0 .3rem; font-size: .75rem; letter-spacing: .06em; text-transform: uppercase; color: var(--soft); }
.verb { font: 600 12px/1 ui-monospace, monospace; padding: .25em .5em; border-radius: 4px; color: var(--ground); }
.verb.get { background: var(--get); } .verb.post { background: var(--post); } .verb.delete { background: var(--delete); }
nav .verb { font-size: 10px; padding: 0; flex: 0 0 2.4rem; }
nav .verb.get { background: none; color: var(--get); } nav .verb.post { background: none; color: var(--post); } nav .verb.delete { background: none; color: var(--delete); }
.fields { margin: 0; }
.fields dt { border-top: 1px solid var(--line); padding-top: .5rem; margin-top: .5rem; }
.fields dt:first-child { border-top: 0; margin-top: 0; }
.fields dd { margin: .1rem 0 0; color: var(--soft); }
.fields dd .fields { border-left: 2px solid var(--line); padding-left: .9rem; margin-top: .4rem; }
.fields dd .fields dt { color: var(--ink); }
.type, .soft, .limits { color: var(--soft); font-size: 13px; }
.limits { display: block; }
details { margin: .35rem 0; }
summary { cursor: pointer; }
.response { border: 1px solid var(--line); border-radius: 6px; padding: .35rem .7rem; }
.status { font: 600 13px/1 ui-monospace, monospace; margin-right: .3rem; }
.s2 { color: var(--good); } .s4, .s5 { color: var(--bad); }
.example { position: relative; border: 1px solid var(--line); border-radius: 6px; overflow: hidden; margin: 0 0 .8rem; background: var(--tint); }
.example summary { padding: .35rem .7rem; font-size: 13px; color: var(--soft); }
.example[open] summary { border-bottom: 1px solid var(--line); }
.example pre { margin: 0; padding: .7rem; overflow: auto; max-height: 26rem; }
.copy { position: absolute; top: .3rem; right: .5rem; border: 1px solid var(--line); border-radius: 4px; background: var(--ground); color: inherit; font: inherit;
  font-size: 12px; cursor: pointer; }
table { border-collapse: collapse; width: 100%; font-size: 14px; }
th, td { text-align: left; vertical-align: top; padding: .4rem .8rem .4rem 0; border-top: 1px solid var(--line); }
th { color: var(--soft); font-weight: 600; font-size: 13px; }
@media (max-width: 75rem) { .columns { grid-template-columns: minmax(0, 1fr); } .examples { position: static; } }
@media (max-width: 48rem) { body { display: block; } nav { position: static; height: auto; max-height: 25vh; border: 0 solid var(--line);
  border-bottom-width: 1px; } .to-menu { display: block; position: fixed; right: .8rem; bottom: .8rem; padding: .4rem .8rem;
  border: 1px solid var(--line); border-radius: 6px; background: var(--ground); z-index: 1; }
  #errors table, #errors tbody, #errors tr, #errors td { display: block; } #errors thead { display: none; }
  #errors td { border: 0; padding: .1rem 0; } #errors tr { border-top: 1px solid var(--line); padding: .4rem 0; } }
@media (min-width: 75rem) { #errors td code:only-child { white-space: nowrap; } }
`;

/** Allows the page's own script and style only. Nothing is loaded, sent or framed. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `script-src '${computeDigest(SCRIPT)}'`,
  `style-src '${computeDigest(STYLE)}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

function computeDigest(text: string): string {
  return `sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}`;
}
