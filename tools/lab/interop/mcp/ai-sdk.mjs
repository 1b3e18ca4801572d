// The AI SDK's loop with a scripted model.
import { createMCPClient } from '@ai-sdk/mcp';
import { generateText, stepCountIs } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { parseResult, startScript } from './script.mjs';

const USAGE = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
const MAX_STEPS = 50;

const next = startScript();
let calls = 0;
const model = new MockLanguageModelV3({
  doGenerate: ({ prompt }) => {
    const call = next(lastResult(prompt));
    calls += 1;
    const content =
      call === null
        ? { type: 'text', text: 'Done.' }
        : {
            type: 'tool-call',
            toolCallId: `call-${calls}`,
            toolName: call.name,
            input: JSON.stringify(call.arguments),
          };
    const finishReason = { unified: call === null ? 'stop' : 'tool-calls', raw: undefined };
    return Promise.resolve({ content: [content], finishReason, usage: USAGE, warnings: [] });
  },
});

const client = await createMCPClient({ transport: { type: 'http', url: process.env.MCP_URL } });
const tools = await client.tools();
await generateText({ model, tools, stopWhen: stepCountIs(MAX_STEPS), prompt: 'Trade.' });
await client.close();

/** Reads the result of the last tool from the messages that the model gets. */
function lastResult(prompt) {
  const { role, content } = prompt.at(-1);
  if (role !== 'tool') return undefined;
  const [{ output }] = content;
  if (output.type === 'json') return parseResult(output.value);
  if (output.type !== 'content') throw new Error(`${output.type}: ${JSON.stringify(output.value)}`);
  return JSON.parse(output.value.find(({ type }) => type === 'text').text);
}
