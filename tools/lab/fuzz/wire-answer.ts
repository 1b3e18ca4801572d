export interface WireAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
  /** Length in bytes, interim answers included. */
  readonly size: number;
}

const HEAD_END = Buffer.from('\r\n\r\n');

/**
 * Parses the first answer, or returns null while it is incomplete. Skips interim answers (100 Continue).
 * @throws Error when the bytes are not an HTTP answer with a content length
 */
export function readAnswer(bytes: Buffer, isHead: boolean, skipped = 0): WireAnswer | null {
  const headSize = bytes.indexOf(HEAD_END);
  if (headSize === -1) return null;
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, headSize).split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1]);
  if (Number.isNaN(status)) throw new Error(`an invalid status line: ${JSON.stringify(statusLine.slice(0, 80))}`);
  const start = headSize + HEAD_END.length;
  if (status < 200) return readAnswer(bytes.subarray(start), isHead, skipped + start);
  const headers = lines.map(parseHeader);
  const length = isHead || status === 204 || status === 304 ? 0 : parseLength(headers);
  if (bytes.length < start + length) return null;
  return { status, headers, body: bytes.subarray(start, start + length), size: skipped + start + length };
}

/** Returns all values of a header. @param name in lower case */
export function headerValues({ headers }: Pick<WireAnswer, 'headers'>, name: string): string[] {
  return headers.filter(([key]) => key === name).map(([, value]) => value);
}

function parseHeader(line: string): readonly [string, string] {
  const colon = line.indexOf(':');
  if (colon < 1) throw new Error(`an invalid header line: ${JSON.stringify(line.slice(0, 80))}`);
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}

function parseLength(headers: WireAnswer['headers']): number {
  const lengths = headerValues({ headers }, 'content-length');
  const length = Number(lengths[0]);
  if (lengths.length !== 1 || !Number.isSafeInteger(length))
    throw new Error('an answer without exactly one content length');
  return length;
}
