const AGENT_ID = /^agent_[A-Za-z0-9_-]{4,74}$/;
const PREFIX_LENGTH = 'agent_'.length;
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
]);

/**
 * Whether a value is an agent id: `agent_` and ASCII letters, digits, `_` or `-`, 10 to 80 characters, and no placeholder
 * from an example. It is an identifier, not a credential.
 */
export function isAgentId(value: unknown): value is string {
  return typeof value === 'string' && AGENT_ID.test(value) && !isPlaceholder(value);
}

function isPlaceholder(agentId: string): boolean {
  const whole = agentId.slice(PREFIX_LENGTH).toLowerCase().replaceAll(/[_-]/g, '');
  const withoutNumber = whole.replace(/(?<!\d)\d{1,3}$/, '');
  return [whole, withoutNumber].some(
    (name) => PLACEHOLDERS.has(name) || /^(.)\1{3,}$/.test(name) || DIGIT_SEQUENCE.startsWith(name),
  );
}
