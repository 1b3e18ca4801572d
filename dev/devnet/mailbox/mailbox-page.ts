/**
 * Page that lists received messages. It is static: the script fetches `/messages`, sets text as text content, and puts HTML
 * into a sandboxed frame without scripts, forms and network access.
 */
export const MAILBOX_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Presage mailbox</title>
<style>
  :root { color-scheme: light dark; --line: #8884; --soft: #8881; --accent: #2f6feb; }
  * { box-sizing: border-box; }
  body { margin: 0; font: 15px/1.5 system-ui, sans-serif; height: 100vh; display: flex; flex-direction: column; }
  header { display: flex; align-items: baseline; gap: 1rem; padding: .8rem 1.2rem; border-bottom: 1px solid var(--line); }
  h1 { font-size: 1.1rem; margin: 0; }
  header span { opacity: .7; }
  button { font: inherit; border: 1px solid var(--line); border-radius: 6px; background: none; color: inherit; padding: .15rem .7rem; cursor: pointer; }
  header button { margin-left: auto; }
  main { flex: 1; display: flex; min-height: 0; }
  nav { width: 22rem; overflow: auto; border-right: 1px solid var(--line); }
  nav button { display: block; width: 100%; text-align: left; border: 0; border-bottom: 1px solid var(--line); border-radius: 0; padding: .7rem 1.2rem; }
  nav button[aria-current=true] { background: var(--soft); box-shadow: inset 3px 0 var(--accent); }
  nav strong, nav small { display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  nav small { opacity: .7; }
  article { flex: 1; overflow: auto; padding: 1.2rem; }
  h2 { margin: 0 0 .2rem; font-size: 1.2rem; }
  h3 { margin: 1.4rem 0 .4rem; font-size: .8rem; letter-spacing: .06em; text-transform: uppercase; opacity: .7; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; background: var(--soft); padding: .8rem; border-radius: 6px; margin: 0; }
  iframe { width: 100%; height: 22rem; border: 1px solid var(--line); border-radius: 6px; background: #fff; }
  @media (max-width: 45rem) { main { flex-direction: column; } nav { width: auto; max-height: 40%; border-right: 0; } }
</style>
</head>
<body>
<header><h1>Presage mailbox</h1><span id="count">no mail yet</span><button id="clear">Delete all</button></header>
<main><nav id="list" aria-label="Messages"></nav><article id="shown"><p>No e-mail leaves this machine.</p></article></main>
<script>
  const list = document.getElementById('list'), shown = document.getElementById('shown'), count = document.getElementById('count');
  let known = '';
  const add = (parent, tag, text) => parent.appendChild(Object.assign(document.createElement(tag), { textContent: text ?? '' }));
  function show(message, button) {
    for (const other of list.children) other.setAttribute('aria-current', other === button);
    shown.replaceChildren();
    add(shown, 'h2', message.subject || '(no subject)');
    add(shown, 'small', 'to ' + message.to + ' · ' + new Date(message.received_at).toLocaleString());
    if (message.text !== null) { add(shown, 'h3', 'Plain text'); add(shown, 'pre', message.text); }
    if (message.html !== null) {
      add(shown, 'h3', 'HTML');
      const frame = document.createElement('iframe');
      frame.setAttribute('sandbox', '');
      frame.title = 'HTML part';
      frame.srcdoc = message.html;
      shown.appendChild(frame);
    }
  }
  function render(messages) {
    list.replaceChildren();
    count.textContent = messages.length === 0 ? 'no mail yet' : messages.length === 1 ? '1 message' : messages.length + ' messages';
    for (const message of messages) {
      const button = list.appendChild(document.createElement('button'));
      add(button, 'strong', message.subject || '(no subject)');
      add(button, 'small', message.to);
      add(button, 'small', new Date(message.received_at).toLocaleString());
      button.onclick = () => show(message, button);
    }
    if (messages.length > 0) show(messages[0], list.firstChild);
    else shown.replaceChildren(Object.assign(document.createElement('p'), { textContent: 'No e-mail leaves this machine.' }));
  }
  async function refresh() {
    const text = await (await fetch('/messages')).text();
    if (text !== known) { known = text; render(JSON.parse(text)); }
  }
  document.getElementById('clear').onclick = async () => { await fetch('/messages', { method: 'DELETE' }); await refresh(); };
  const again = () => refresh().catch(() => { count.textContent = 'not reachable'; known = ''; }).finally(() => setTimeout(again, 2000));
  again();
</script>
</body>
</html>
`;
