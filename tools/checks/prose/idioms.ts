export interface Idiom {
  readonly name: string;
  readonly pattern: RegExp;
}

/** Start of a sentence, list item or table cell. */
const OPENING = String.raw`(?<=^|[.:;!?]\s+|[|*-]\s+|@\w+\s+)(?:\*\*)?`;
const opens = (words: string): RegExp => new RegExp(`${OPENING}(?:${words})\\b(?![^.?]*\\?)`, 'g');

/** Phrases that the house style rules out in all prose. */
export const IDIOMS: readonly Idiom[] = [
  { name: 'opens with "What"', pattern: opens('What|Whatever') },
  { name: 'opens with "Those", "Who" or "Whoever"', pattern: opens('Those|Who|Whoever|Whichever') },
  { name: 'an unnamed actor', pattern: /\b(?:nobody|somebody|whoever|whomever|whom)\b/gi },
  // `market_not_ours` is a word of the API.
  { name: '"ours"', pattern: /(?<!market not )\bours\b/gi },
  { name: '"of its own"', pattern: /\bof (?:its|their|one['’]s|his|her) own\b/gi },
  { name: '"told"', pattern: /\b(?:re|un)?told\b/gi },
  { name: '"foresee"', pattern: /\bfores(?:ee|ees|een|aw|eeing)\b/gi },
  { name: '"said of"', pattern: /\bsa(?:id|ys?|ying) of\b/gi },
  { name: '"comes of"', pattern: /\b(?:comes?|came|becomes?|became|coming) of\b/gi },
  { name: '"that there is"', pattern: /\bthat there (?:is|are|was|were)\b/gi },
  {
    name: '"so many" after its noun',
    pattern: /\bso (?:many|much|few|long|often)(?=\s*(?:$|[.,;:)]|(?:at|in|on|of|a|an|per|to|for|from|by)\b))/g,
  },
  { name: '"alone" after its noun', pattern: /(?<!\b(?:leave|leaves|left|let|stands?)(?: [\w%'’]+){0,3})\s+alone\b/g },
  { name: '"from … on"', pattern: /\bfrom (?!now\b)[\w'’`-]+(?: [\w'’`-]+){0,2} on(?=\s*(?:$|[.,;:)]))/g },
];

/** Words that the glossary replaced. */
export const BANNED_WORDS: readonly Idiom[] = [
  ...[
    ['ring', 'wake-up, enqueue'],
    ['rings', 'wake-ups'],
    ['rung', 'enqueued'],
    ['ringing', 'enqueuing'],
    ['doorbells?', 'wake-up hint'],
    ['bells?', 'signal, notification'],
    ['farewells?', 'close timeout'],
    ['patience', 'timeout'],
    ['story|stories', 'event history'],
    ['verdicts?', 'result'],
    ['judge[ds]?|judging|judge?ments?', 'check, evaluate'],
    ['twins?', 'duplicate, model'],
    ['witness(?:es)?', 'observer'],
    ['disasters?', 'fault'],
    ['weather', 'faults'],
    ['doors?', 'public API, entry point'],
    ['rooms?', 'library'],
    ['in hand', 'active'],
    ['(?<!bull-)board', 'banner'],
    ['drilled by|how it shows', 'Tested by, Symptoms'],
    ['at stake', 'Context'],
  ].map(([words, instead]) => ({
    name: `say: ${instead}`,
    pattern: new RegExp(`(?<![\\w-])(?:${words})(?![\\w])`, 'gi'),
  })),
];

/** The same words as parts of file names and identifiers. */
export const BANNED_NAME_WORDS: ReadonlySet<string> = new Set([
  ...['ring', 'rings', 'rung', 'ringing', 'doorbell', 'bell', 'bells', 'farewell', 'patience', 'story', 'stories'],
  ...['verdict', 'verdicts', 'judge', 'judges', 'judged', 'judging', 'judgement', 'told', 'twin', 'twins', 'witness'],
  ...[
    'witnesses',
    'disaster',
    'disasters',
    'weather',
    'door',
    'doors',
    'room',
    'rooms',
    'foresee',
    'foreseen',
    'board',
  ],
]);
