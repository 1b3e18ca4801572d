// Whether the licences of all dependencies let this product be given out under Apache-2.0. They are read from
// package-lock.json, and where that names none, from the package itself.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { judgeLicence } from './licences.mjs';

const root = path.resolve(import.meta.dirname, '..');
const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));

/** What a package says nowhere in a form that a program can read, and why it is known. */
const KNOWN = {
  '@circle-fin/developer-controlled-wallets': {
    licence: 'Apache-2.0',
    says: [/Apache License,? Version 2\.0/i, /Apache-2\.0/],
  },
};

const judged = Object.entries(packages)
  .filter(([place]) => place !== '')
  .map(([place, entry]) => ({ place, entry, name: place.slice(place.lastIndexOf('node_modules/') + 13) }))
  .map((one) => ({ ...one, licence: licenceOf(one) }));
const elsewhere = judged.filter(({ licence }) => licence === null);
const problems = judged
  .filter(({ licence }) => licence !== null)
  .filter(({ licence, entry }) => !judgeLicence(licence, { shipped: entry.dev !== true }))
  .map(({ place, licence }) => `${place}: ${licence || 'no licence'}`);

for (const problem of problems) console.error(`[licences] ${problem}`);
if (problems.length > 0) process.exit(1);
console.log(`[licences] ${judged.length - elsewhere.length} packages; ${elsewhere.length} are for other platforms`);

/** Null for a package that is not installed here because it is for another platform. */
function licenceOf({ place, entry, name }) {
  if (typeof entry.license === 'string') return entry.license;
  const manifest = path.join(root, place, 'package.json');
  if (!existsSync(manifest)) return entry.optional === true && (entry.os ?? entry.cpu) !== undefined ? null : '';
  const { license, licenses } = JSON.parse(readFileSync(manifest, 'utf8'));
  if (typeof license === 'string') return license;
  if (Array.isArray(licenses)) return `(${licenses.map(({ type }) => type).join(' OR ')})`;
  return KNOWN[name] !== undefined && saysSo(place, KNOWN[name]) ? KNOWN[name].licence : '';
}

function saysSo(place, { says }) {
  const texts = ['LICENSE', 'LICENSE.md', 'README.md', 'index.d.ts', 'dist/index.d.ts']
    .map((file) => path.join(root, place, file))
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file, 'utf8'));
  return says.some((pattern) => texts.some((text) => pattern.test(text)));
}
