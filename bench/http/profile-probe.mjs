// Loaded into a program before its own code: SIGUSR2 begins a profile of its processor time, and the next one writes it
// to its output, as one line.
import { Session } from 'node:inspector/promises';

const session = new Session();
session.connect();
await session.post('Profiler.enable');
let isRunning = false;

process.on('SIGUSR2', async () => {
  isRunning = !isRunning;
  if (isRunning) {
    await session.post('Profiler.setSamplingInterval', { interval: 500 });
    await session.post('Profiler.start');
  } else {
    const { profile } = await session.post('Profiler.stop');
    process.stdout.write(`${JSON.stringify({ profile })}\n`);
  }
});
