const FORM = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** W3C `traceparent` of a new trace. Its flags let the service decide whether to export the trace: the client exports none. */
export function newTraceparent(): string {
  return `00-${randomHex(16)}-${randomHex(8)}-00`;
}

export function isTraceparent(value: unknown): value is string {
  return typeof value === 'string' && FORM.test(value);
}

function randomHex(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
}
