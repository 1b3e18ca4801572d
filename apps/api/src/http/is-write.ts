export function isWrite(method: string): boolean {
  return method === 'POST' || method === 'DELETE';
}
