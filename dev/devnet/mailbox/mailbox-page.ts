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
  :root { color-scheme: light dark; }
  body { margin: 2rem auto; max-width: 50rem; padding: 0 1rem; font: 15px/1.5 system-ui, sans-serif; }
  details { border-top: 1px solid #8884; padding: .6rem 0; }
  summary { cursor: pointer; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; }
  iframe { width: 100%; height: 22rem; border: 1px solid #8884; background: #fff; }
</style>
</head>
<body>
<h1>Presage mailbox</h1>
<p><span id="count">no mail yet</span>. No e-mail leaves this machine. <button id="clear">Delete all</button></p>
<main id="list" aria-label="Messages"></main>
<script>
  const list = document.getElementById('list'), count = document.getElementById('count');
  let known = '';
  const add = (parent, tag, properties) => parent.appendChild(Object.assign(document.createElement(tag), properties));
  function show({ subject, to, received_at, text, html }, index) {
    const details = add(list, 'details', { open: index === 0 });
    const title = [subject || '(no subject)', 'to ' + to, new Date(received_at).toLocaleString()].join(' · ');
    add(details, 'summary', { textContent: title });
    if (text !== null) add(details, 'pre', { textContent: text });
    if (html === null) return;
    const frame = document.createElement('iframe');
    frame.setAttribute('sandbox', '');
    Object.assign(frame, { title: 'HTML part', srcdoc: html });
    details.appendChild(frame);
  }
  async function refresh() {
    const text = await (await fetch('/messages')).text();
    if (text === known) return;
    known = text;
    const messages = JSON.parse(text);
    count.textContent = messages.length === 0 ? 'no mail yet' : messages.length === 1 ? '1 message' : messages.length + ' messages';
    list.replaceChildren();
    messages.forEach(show);
  }
  document.getElementById('clear').onclick = async () => { await fetch('/messages', { method: 'DELETE' }); await refresh(); };
  const again = () => refresh().catch(() => { count.textContent = 'not reachable'; known = ''; }).finally(() => setTimeout(again, 2000));
  again();
</script>
</body>
</html>
`;
