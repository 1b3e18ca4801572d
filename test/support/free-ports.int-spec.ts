import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { findFreePort, findFreePortRange } from './free-ports.js';

/** Ports outside the product's candidates, so that no other test is given them. */
const FALLBACK = { from: 9_000, to: 9_900 } as const;

/** Offers these ports in order, and fallback ports after them. */
const offering = (ports: readonly number[]) => {
  const left = [...ports];
  return (): number => left.shift() ?? randomInt(FALLBACK.from, FALLBACK.to);
};

function expectFallback(port: number): void {
  expect(port).toBeGreaterThanOrEqual(FALLBACK.from);
  expect(port).toBeLessThan(FALLBACK.to);
}

describe('findFreePort', () => {
  let other: ChildProcess | undefined;

  afterEach(() => other?.kill());

  it('returns no port twice, even while nothing listens on it', async () => {
    const [first, second, third] = [await findFreePort(), await findFreePort(), await findFreePort()];
    expectFallback(await findFreePort(offering([first, second, first, third])));
    const more = await Promise.all(Array.from({ length: 3 }, () => findFreePort(offering([first, second]))));
    more.forEach(expectFallback);
    expect(new Set(more).size).toBe(3);
  });

  it('returns no port that another live process was given', async () => {
    const ports = new URL('../../dist/test/support/free-ports.js', import.meta.url).href;
    const program = `import { findFreePort } from ${JSON.stringify(ports)};
      console.log(String(await findFreePort())); // a number could be printed in colour
      setInterval(() => {}, 1_000);`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    other = child;
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const port = Number(line.toString());
    expectFallback(await findFreePort(offering([port])));
    child.kill();
    await once(child, 'exit');
    await expect(findFreePort(offering([port]))).resolves.toBe(port);
  });

  it('returns no port that a server listens on', async () => {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = address !== null && typeof address === 'object' ? address.port : 0;
    expectFallback(await findFreePort(offering([port])));
    server.close();
  });
});

describe('findFreePortRange', () => {
  it('returns consecutive ports of which none was given before', async () => {
    const given = await findFreePort();
    expectFallback(await findFreePortRange(2, offering([given - 1])));
    const first = await findFreePortRange(2);
    expectFallback(await findFreePort(offering([first, first + 1])));
  });
});
