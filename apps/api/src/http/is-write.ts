/** Whether requests of the method change something. */
export function isWrite(method: string): boolean {
  return method === 'POST' || method === 'DELETE';
}
