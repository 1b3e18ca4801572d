import { leaf, type Shape } from './shape.js';

/** Where the next page of a list starts. */
export function nextCursor(): Shape<string | null> {
  return leaf(
    { type: ['string', 'null'] },
    'Where the next page starts, to be sent as `cursor`; null on the last page.',
    null,
  );
}
