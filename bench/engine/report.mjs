/**
 * @param lines of `{what, unit, ours, reference?, bar: {ratio?, least?, most?}, note?}`
 * @returns rows for console.table, each with its verdict
 */
export function table(lines) {
  return lines.map(({ what, unit, ours, reference, bar, note = '' }) => {
    const ratio = reference === undefined ? undefined : ours / reference;
    return {
      what,
      ours: `${round(ours)} ${unit}`,
      reference: reference === undefined ? '–' : `${round(reference)} ${unit}`,
      ratio: ratio === undefined ? '–' : ratio.toFixed(2),
      bar: words(bar, unit),
      verdict: passes({ ours, ratio, bar }) ? 'pass' : 'MISS',
      note,
    };
  });
}

export function passes({ ours, ratio, bar }) {
  const { ratio: leastRatio = 0, least = -Infinity, most = Infinity } = bar;
  return (ratio ?? Infinity) >= leastRatio && ours >= least && ours <= most;
}

function words({ ratio, least, most }, unit) {
  return [
    ratio === undefined ? [] : [`ratio ≥ ${ratio}`],
    least === undefined ? [] : [`≥ ${least} ${unit}`],
    most === undefined ? [] : [`< ${most} ${unit}`],
  ]
    .flat()
    .join(', ');
}

function round(value) {
  return value >= 100 ? Math.round(value) : Number(value.toPrecision(3));
}
