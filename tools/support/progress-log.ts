/** Returns a function that prints lines to standard error with the seconds since its creation. */
export function progressLog(): (line: string) => void {
  const startedMs = Date.now();
  return (line) => {
    process.stderr.write(`[${((Date.now() - startedMs) / 1000).toFixed(1).padStart(6)} s] ${line}\n`);
  };
}
