import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import https from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findFreePort } from '../../support/free-ports.js';
import { PROJECT_ROOT } from '../../../dev/devnet/project-root.js';
import type { SendRequest } from '../../../tools/support/api-client.js';
import { parseJson } from '../../../tools/support/json.js';
import { TestAuthority } from '../../support/certificates.js';
import { eventually } from '../../support/eventually.js';
import { findProgram } from '../../support/find-program.js';

export const HOST = 'presage.example.net';

/** Ports that a sample names, and those of the test. */
interface Place {
  readonly folder: string;
  readonly httpPort: number;
  readonly httpsPort: number;
  readonly backends: readonly [number, number];
}

const sample = (file: string): string => readFileSync(path.join(PROJECT_ROOT, 'deploy/proxies', file), 'utf8');

/** Puts the places of a test into a sample. @throws Error for a text that the sample lacks */
function replaceIn(text: string, changes: readonly (readonly [from: string, to: string])[]): string {
  return changes.reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`the sample lacks ${from}`);
    return changed.replaceAll(from, to);
  }, text);
}

/** Writes the configuration of each proxy from its sample. @returns the arguments that start it in the foreground */
const PROXIES = {
  nginx: ({ folder, httpPort, httpsPort, backends: [first, second] }: Place): string[] => {
    const site = replaceIn(sample('nginx.conf'), [
      ['127.0.0.1:4000', `127.0.0.1:${first}`],
      ['127.0.0.1:4010', `127.0.0.1:${second}`],
      ['listen 443', `listen 127.0.0.1:${httpsPort}`],
      ['listen 80', `listen 127.0.0.1:${httpPort}`],
      ['/etc/ssl/presage', folder],
    ]);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    );
    const user = process.getuid?.() === 0 ? 'user root;' : '';
    writeFileSync(
      path.join(folder, 'nginx.conf'),
      `${user} daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log; events {}
       http { access_log off; ${temporary.join(' ')} ${site} }`,
    );
    return ['-p', folder, '-c', path.join(folder, 'nginx.conf')];
  },
  caddy: ({ folder, httpPort, httpsPort, backends: [first, second] }: Place): string[] => {
    const site = replaceIn(sample('Caddyfile'), [
      ['127.0.0.1:4000', `127.0.0.1:${first}`],
      ['127.0.0.1:4010', `127.0.0.1:${second}`],
      [`\n${HOST} {`, `\n${HOST} {\n\ttls ${folder}/fullchain.pem ${folder}/privkey.pem\n\tbind 127.0.0.1`],
    ]);
    // Without HTTP/3, whose UDP port the search for free ports holds.
    const options = `{\n\tadmin off\n\thttp_port ${httpPort}\n\thttps_port ${httpsPort}\n\tservers {\n\t\tprotocols h1 h2\n\t}\n}\n`;
    writeFileSync(path.join(folder, 'Caddyfile'), options + site);
    return ['run', '--config', path.join(folder, 'Caddyfile'), '--adapter', 'caddyfile'];
  },
} as const;

export type ProxyName = keyof typeof PROXIES;

export interface RunningProxy {
  readonly httpPort: number;
  /** Options of a request over TLS to the proxy, under its host name. */
  readonly options: https.RequestOptions;
  /** Sends each request from an address of its own, so that a limit per client does not reach it. */
  readonly send: SendRequest;
  stop(): Promise<void>;
}

/** Starts a proxy from its sample, in front of two processes. */
export async function startProxy(name: ProxyName, backends: readonly [number, number]): Promise<RunningProxy> {
  const program = findProgram(name);
  if (program === null) throw new Error(`${name} is not installed`);
  const folder = mkdtempSync(path.join(tmpdir(), `presage-${name}-`));
  const authority = new TestAuthority();
  const { certificate, privateKey } = authority.issue(HOST);
  writeFileSync(path.join(folder, 'fullchain.pem'), certificate);
  writeFileSync(path.join(folder, 'privkey.pem'), privateKey, { mode: 0o600 });
  const [httpPort, httpsPort] = [await findFreePort(), await findFreePort()];
  const args = PROXIES[name]({ folder, httpPort, httpsPort, backends });
  mkdirSync(path.join(folder, 'home'));
  const child = spawn(program, args, { env: { HOME: path.join(folder, 'home') }, stdio: ['ignore', 'pipe', 'pipe'] });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (log += String(chunk)));
  const options = { host: '127.0.0.1', port: httpsPort, servername: HOST, ca: authority.certificate };
  let sent = 0;
  const send: SendRequest = (request) => {
    sent += 1;
    return sendOver({ ...options, localAddress: `127.1.${sent >> 8}.${sent & 255}` }, request);
  };
  const stop = async (): Promise<void> => {
    if (child.exitCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    rmSync(folder, { recursive: true });
  };
  const isServing = async (): Promise<boolean> => {
    if (child.exitCode !== null) throw new Error(`${name} ended:\n${log}`);
    const answer = await send({ method: 'GET', path: '/readyz' }).catch(() => null);
    return answer?.status === 200;
  };
  try {
    await eventually(isServing, (serves) => serves);
  } catch (error) {
    await stop();
    throw error;
  }
  return { httpPort, options, send, stop };
}

/** Sends one request on a connection of its own. Repeats nothing. */
export function sendOver(options: https.RequestOptions, request: Parameters<SendRequest>[0]): ReturnType<SendRequest> {
  const { method, path: place, body, headers = {} } = request;
  const content = body === undefined ? '' : JSON.stringify(body);
  const fields = {
    host: HOST,
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(method === 'POST' && { 'content-length': Buffer.byteLength(content) }),
    ...headers,
  };
  return new Promise((resolve, reject) => {
    const sent = https.request({ ...options, agent: false, method, path: place, headers: fields }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      answer.on('error', reject).on('end', () => {
        const entries = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]);
        resolve({ status: answer.statusCode ?? 0, headers: new Headers(entries), body: parseJson(text) });
      });
    });
    sent.on('error', reject).end(content);
  });
}
