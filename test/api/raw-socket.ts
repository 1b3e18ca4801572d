import net from 'node:net';

export interface RawResponse {
  status: number;
  headers: Record<string, string>;
  body: unknown;
}

/** Writes bytes to a server and reads until it closes, or until one whole response has come. */
export function exchange(url: string, ...pieces: (string | Buffer)[]): Promise<RawResponse> {
  const { hostname, port } = new URL(url);
  const socket = net.connect(Number(port), hostname);
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    const finish = (): void => {
      const response = parse(Buffer.concat(chunks));
      if (response === null) reject(new Error('the connection closed without a response'));
      else resolve(response);
      socket.destroy();
    };
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      if (parse(Buffer.concat(chunks)) !== null) finish();
    });
    socket.on('close', finish);
    socket.on('error', reject);
    for (const piece of pieces) socket.write(piece);
  });
}

function parse(bytes: Buffer): RawResponse | null {
  const text = bytes.toString('utf8');
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) return null;
  const [statusLine = '', ...lines] = text.slice(0, end).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const body = text.slice(end + 4);
  if (Buffer.byteLength(body) < Number(headers['content-length'] ?? 0)) return null;
  return { status: Number(statusLine.split(' ')[1]), headers, body: body === '' ? null : JSON.parse(body) };
}
