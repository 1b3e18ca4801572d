/**
 * A request as bytes.
 * @param {import('./scenarios.mjs').Step} step
 */
export function requestText({ method, path, body, headers = {} }) {
  const content = body === undefined ? '' : JSON.stringify(body);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  if (content !== '')
    lines.push('content-type: application/json\r\n', `content-length: ${Buffer.byteLength(content)}\r\n`);
  return `${method} ${path} HTTP/1.1\r\nhost: bench\r\n${lines.join('')}\r\n${content}`;
}

/** The first answer of the bytes, or null while it is not whole. Both programs send a length with each. */
export function readAnswer(bytes) {
  const headSize = bytes.indexOf('\r\n\r\n');
  if (headSize === -1) return null;
  const head = bytes.toString('latin1', 0, headSize);
  const size = headSize + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1] ?? Number.NaN);
  if (Number.isNaN(size)) throw new Error(`an answer without a length:\n${head}`);
  return bytes.length < size ? null : { status: Number(head.slice(9, 12)), body: bytes.subarray(headSize + 4, size) };
}
