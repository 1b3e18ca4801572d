import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { PROJECT_ROOT } from '../../dev/devnet/project-root.js';
import { TOOLS } from '../../packages/mcp/src/tools/index.js';

const FOLDER = 'presage';
const MAX_TOKENS = 5_000;
/** Characters of English text and code for each token, at the least. */
const MIN_CHARACTERS_PER_TOKEN = 2;

describe('the skill', () => {
  const text = readFileSync(path.join(PROJECT_ROOT, 'skills', FOLDER, 'SKILL.md'), 'utf8');
  const [, header = '', body = ''] = /^---\n(.*?)\n---\n(.*)$/s.exec(text) ?? [];

  it('has the header that agentskills.io asks for', () => {
    const { name, description, compatibility, ...others }: Record<string, unknown> = parse(header);
    expect(name).toBe(FOLDER);
    expect(String(description).length).toBeLessThanOrEqual(1_024);
    expect(String(compatibility).length).toBeLessThanOrEqual(500);
    expect(Object.keys(others).sort()).toEqual(['license', 'metadata']);
  });

  it('is shorter than 5,000 tokens, by any tokeniser', () => {
    expect(text.length).toBeLessThan(MAX_TOKENS * MIN_CHARACTERS_PER_TOKEN);
  });

  it('names tools of the MCP server only, with those of a first bet', () => {
    const tools = TOOLS.map(({ name }) => name);
    const table = /\| Step \| Tool \|.*?\n\n/s.exec(body)?.[0] ?? '';
    const named = [...table.matchAll(/`((?:get|setup|find|quote|preview|execute)_\w+)`/g)].map(([, name = '']) => name);
    expect(named).toEqual(expect.arrayContaining(['setup_agent', 'find_markets', 'preview_action', 'execute_intent']));
    expect(named.filter((name) => !tools.includes(name))).toEqual([]);
  });
});
