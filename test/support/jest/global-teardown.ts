import './global-setup.js';

/** Ends the processes of the run and removes its folder. */
export default async function globalTeardown(): Promise<void> {
  await globalThis.presageTestRun?.end();
}
