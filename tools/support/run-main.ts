/** Runs a tool's main function and exits with its code. An error is printed and exits with 2. */
export function runMain(name: string, main: () => Promise<number>): void {
  main().then(
    (exitCode) => process.exit(exitCode),
    (error: unknown) => {
      process.stderr.write(`${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
      process.exit(2);
    },
  );
}

/** Returns a function that prints lines to standard error with the seconds since its creation. */
export function progressLog(): (line: string) => void {
  const startedMs = Date.now();
  return (line) => {
    process.stderr.write(`[${((Date.now() - startedMs) / 1000).toFixed(1).padStart(6)} s] ${line}\n`);
  };
}
