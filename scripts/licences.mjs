// Which licences a dependency may have, by SPDX expression.

/** Permissive: what is under them may be given out with a work under Apache-2.0. */
const SHIPPED = new Set([
  ...['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'CC0-1.0', 'ISC', 'MIT', 'MIT-0'],
  ...['Python-2.0', 'Unlicense', 'Zlib'],
]);
/** Data that tools read while they build or test, and that is given out with nothing. */
const TOOLS_ONLY = new Set(['CC-BY-4.0']);

/**
 * Whether one may use the package: of an OR one side must do, of an AND both.
 * @param {string} expression such as `(MIT OR Apache-2.0) AND BSD-3-Clause`
 */
export function judgeLicence(expression, { shipped }) {
  const words = expression.match(/\(|\)|[^\s()]+/g) ?? [];
  const allowed = (name) => SHIPPED.has(name) || (!shipped && TOOLS_ONLY.has(name));
  const verdict = either();
  return words.length === 0 && verdict;

  function either() {
    let verdict = both();
    while (words[0] === 'OR') {
      words.shift();
      verdict = both() || verdict;
    }
    return verdict;
  }

  function both() {
    let verdict = single();
    while (words[0] === 'AND') {
      words.shift();
      verdict = single() && verdict;
    }
    return verdict;
  }

  function single() {
    const word = words.shift();
    if (word !== '(') return word !== undefined && allowed(word);
    const verdict = either();
    return words.shift() === ')' && verdict;
  }
}
