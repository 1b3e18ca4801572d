import { isIPv4, isIPv6 } from 'node:net';
import { SettingsError } from './read-settings.js';

/** Whether only clients of the same machine reach the host: `localhost`, 127.0.0.0/8 or ::1. */
export function isLoopbackHost(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1');
  if (isIPv4(name)) return name.startsWith('127.');
  if (isIPv6(name)) return URL.canParse(`http://[${name}]`) && new URL(`http://[${name}]`).hostname === '[::1]';
  return name === 'localhost' || name.endsWith('.localhost');
}

/** Name of a `Host` header, in lower case and without its port. */
export function parseHostName(header: string): string {
  return header.replace(/:\d*$/, '').toLowerCase();
}

interface ListenSettings {
  readonly API_HOST: string;
  readonly AUTH_MODE: 'off' | 'api_key';
  readonly AUTH_MODE_OFF_ON_PUBLIC_ADDRESS: boolean;
}

/** @throws {SettingsError} when the API would serve other machines without asking for keys */
export function refuseOpenAddress({ API_HOST, AUTH_MODE, AUTH_MODE_OFF_ON_PUBLIC_ADDRESS }: ListenSettings): void {
  if (AUTH_MODE !== 'off' || AUTH_MODE_OFF_ON_PUBLIC_ADDRESS || isLoopbackHost(API_HOST)) return;
  throw new SettingsError([
    'AUTH_MODE must be api_key while API_HOST is not a loopback address: without keys, every client that reaches the address acts for every agent. AUTH_MODE_OFF_ON_PUBLIC_ADDRESS=true allows that',
  ]);
}
