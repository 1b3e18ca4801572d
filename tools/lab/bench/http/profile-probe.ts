// Preloaded into a program. The first SIGUSR2 starts a CPU profile, the next one writes it to the output as one line.
import { Session } from 'node:inspector/promises';

const SAMPLING_INTERVAL_US = 500;

const session = new Session();
session.connect();
await session.post('Profiler.enable');
let isRunning = false;

process.on('SIGUSR2', () => {
  isRunning = !isRunning;
  void (isRunning ? start() : stop());
});

async function start(): Promise<void> {
  await session.post('Profiler.setSamplingInterval', { interval: SAMPLING_INTERVAL_US });
  await session.post('Profiler.start');
}

async function stop(): Promise<void> {
  const { profile } = await session.post('Profiler.stop');
  process.stdout.write(`${JSON.stringify({ profile })}\n`);
}
