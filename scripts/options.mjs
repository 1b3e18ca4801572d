import { parseArgs } from 'node:util';

/**
 * The options that a script was given. What it does not know, or cannot take, is said in one line, and ends it with 2.
 * @param {string} script as it is named in its own lines
 * @param {Record<string, { type: 'string' | 'boolean', default?: string | boolean }>} options
 * @returns {Record<string, any>}
 */
export function readOptions(script, options) {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    const [sentence] = error.message.split(/\. |\n/);
    return refuse(script, `${sentence}; ${form(options)}`);
  }
}

/** A whole number from `least` on; anything else ends the script with 2. */
export function wholeNumber(script, { name, text, least = 1 }) {
  const number = Number(text);
  if (text === '' || !Number.isSafeInteger(number) || number < least) {
    refuse(script, `--${name} takes a whole number from ${least} on`);
  }
  return number;
}

/** @returns {never} */
export function refuse(script, complaint) {
  console.error(`[${script}] ${complaint}`);
  process.exit(2);
}

function form(options) {
  const words = Object.entries(options).map(([name, { type }]) => (type === 'boolean' ? `--${name}` : `--${name} …`));
  return words.length === 0 ? 'it takes none' : `it takes ${words.join(' ')}`;
}
