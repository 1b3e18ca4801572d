/** One answer as it came over the wire. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
  /** How many bytes of the input it took up. */
  readonly size: number;
}

const HEAD_END = Buffer.from('\r\n\r\n');

/**
 * Reads the first answer of the bytes, or null while it is not whole. An interim answer (100 Continue) is skipped.
 * @throws Error when the bytes are no HTTP answer with a length
 */
export function readAnswer(bytes: Buffer, isHead: boolean, skipped = 0): WireAnswer | null {
  const headSize = bytes.indexOf(HEAD_END);
  if (headSize === -1) return null;
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, headSize).split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1]);
  if (Number.isNaN(status)) throw new Error(`a status line that is none: ${JSON.stringify(statusLine.slice(0, 80))}`);
  const start = headSize + HEAD_END.length;
  if (status < 200) return readAnswer(bytes.subarray(start), isHead, skipped + start);
  const headers = lines.map(parseHeader);
  const length = isHead || status === 204 || status === 304 ? 0 : lengthOf(headers);
  if (bytes.length < start + length) return null;
  return { status, headers, body: bytes.subarray(start, start + length), size: skipped + start + length };
}

/** All values of a header, whose name is given in lower case. */
export function headerValues({ headers }: Pick<WireAnswer, 'headers'>, name: string): string[] {
  return headers.filter(([key]) => key === name).map(([, value]) => value);
}

function parseHeader(line: string): readonly [string, string] {
  const colon = line.indexOf(':');
  if (colon < 1) throw new Error(`a header line that is none: ${JSON.stringify(line.slice(0, 80))}`);
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}

function lengthOf(headers: WireAnswer['headers']): number {
  const lengths = headerValues({ headers }, 'content-length');
  const length = Number(lengths[0]);
  if (lengths.length !== 1 || !Number.isSafeInteger(length)) throw new Error('an answer without one length');
  return length;
}
