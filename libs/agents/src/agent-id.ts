const AGENT_ID = /^agent_[A-Za-z0-9_-]{4,74}$/;
const PREFIX = 'agent_';
const DIGIT_SEQUENCE = '1234567890';

const PLACEHOLDERS: ReadonlySet<string> = new Set([
  '',
  'test',
  'testagent',
  'demo',
  'demoagent',
  'default',
  'example',
  'sample',
  'placeholder',
  'user',
  'agent',
  'chatgpt',
  'assistant',
  'bot',
  'foo',
  'bar',
  'todo',
  'changeme',
  'yourid',
  'youragentid',
  'defaultagent',
  'useragent',
  'chatgptagent',
  'desi',
  'sanatarau',
]);

/** Proposed where the refused value gives no name to keep. */
const PROPOSAL = 'agent_rain_01';

/** The broken rule of agent ids, with a proposal; null for an agent id. Follows the name of the field. */
export function agentIdProblem(value: unknown): string | null {
  if (isAgentId(value)) return null;
  if (typeof value !== 'string') return `must be a string such as ${PROPOSAL}`;
  if (AGENT_ID.test(value)) return `must not be a placeholder; choose a name of your own, such as ${PROPOSAL}`;
  const proposal = `such as ${proposalFor(value)}`;
  if (!value.startsWith(PREFIX)) return `must start with ${PREFIX}, ${proposal}`;
  if (!/^[A-Za-z0-9_-]*$/.test(value)) return `may contain only letters, digits, _ and -, ${proposal}`;
  return `must have 10 to 80 characters, ${proposal}`;
}

/** Keeps the letters and digits of the value if they make a name. */
function proposalFor(value: string): string {
  const name = value
    .replace(/^agent_/, '')
    .replaceAll(/[^A-Za-z0-9_-]/g, '')
    .slice(0, 40);
  const proposal = `${PREFIX}${name}_01`;
  return /[A-Za-z]{3}/.test(name) && isAgentId(proposal) ? proposal : PROPOSAL;
}

/**
 * Whether a value is an agent id: `agent_` and ASCII letters, digits, `_` or `-`, 10 to 80 characters, and no placeholder
 * from an example. It is an identifier, not a credential.
 */
export function isAgentId(value: unknown): value is string {
  return typeof value === 'string' && AGENT_ID.test(value) && !isPlaceholder(value);
}

function isPlaceholder(agentId: string): boolean {
  const whole = agentId.slice(PREFIX.length).toLowerCase().replaceAll(/[_-]/g, '');
  const withoutNumber = whole.replace(/(?<!\d)\d{1,3}$/, '');
  return [whole, withoutNumber].some(
    (name) => PLACEHOLDERS.has(name) || /^(.)\1{3,}$/.test(name) || DIGIT_SEQUENCE.startsWith(name),
  );
}
