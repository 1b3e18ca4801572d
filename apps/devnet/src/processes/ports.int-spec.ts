import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { endOfChoice, findFreePort, firstOfFreePorts } from './ports.js';

/** Ports as the product never chooses them, which nobody else is given either. */
const LAST_RESORTS = { from: 9_000, to: 9_900 } as const;

/** Offers these ports, one after the other, and then last resorts. */
const offering = (ports: readonly number[]) => {
  const left = [...ports];
  return (): number => left.shift() ?? randomInt(LAST_RESORTS.from, LAST_RESORTS.to);
};

function expectLastResort(port: number): void {
  expect(port).toBeGreaterThanOrEqual(LAST_RESORTS.from);
  expect(port).toBeLessThan(LAST_RESORTS.to);
}

describe('findFreePort', () => {
  let other: ChildProcess | undefined;

  afterEach(() => other?.kill());

  it('gives no port twice, whether or not somebody listens on the first', async () => {
    const [first, second, third] = [await findFreePort(), await findFreePort(), await findFreePort()];
    expectLastResort(await findFreePort(offering([first, second, first, third])));
    const more = await Promise.all(Array.from({ length: 3 }, () => findFreePort(offering([first, second]))));
    more.forEach(expectLastResort);
    expect(new Set(more).size).toBe(3);
  });

  it('gives no port that another process was given and does not use yet, until that process ends', async () => {
    const ports = new URL('../../../../dist/apps/devnet/src/processes/ports.js', import.meta.url).href;
    const program = `import { findFreePort } from ${JSON.stringify(ports)};
      console.log(String(await findFreePort())); // a number might have a colour
      setInterval(() => {}, 1_000);`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    other = child;
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const port = Number(line.toString());
    expectLastResort(await findFreePort(offering([port])));
    child.kill();
    await once(child, 'exit');
    await expect(findFreePort(offering([port]))).resolves.toBe(port);
  });

  it('gives ports in a row of which none was given before', async () => {
    const given = await findFreePort();
    expectLastResort(await firstOfFreePorts(2, offering([given - 1])));
    const first = await firstOfFreePorts(2);
    expectLastResort(await findFreePort(offering([first, first + 1])));
  });

  it.each([
    [32_768, 32_768],
    [49_152, 32_768],
    [Infinity, 32_768],
    [16_000, 16_000],
    [1_024, 32_768],
  ])('keeps below the ports of outgoing connections where they begin at %d: below %d', (first, end) => {
    expect(endOfChoice(first)).toBe(end);
  });

  it('gives no port that somebody listens on', async () => {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = address !== null && typeof address === 'object' ? address.port : 0;
    expectLastResort(await findFreePort(offering([port])));
    server.close();
  });
});
