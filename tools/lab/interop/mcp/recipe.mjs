// Runs a file of examples/frameworks with a scripted model, which speaks OpenAI's two protocols.
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import path from 'node:path';
import { parseResult, startScript } from './script.mjs';

const { RECIPE = '', MCP_URL } = process.env;
const next = startScript();
let calls = 0;

const server = createServer(async (request, response) => {
  const { messages, input } = JSON.parse((await request.toArray()).join(''));
  const step = next(lastResult((messages ?? input).at(-1)));
  const id = `call_${(calls += 1)}`;
  const answer = messages === undefined ? toResponse(step, id) : toCompletion(step, id);
  response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
}).listen(0, '127.0.0.1', () => {
  const OPENAI_BASE_URL = `http://127.0.0.1:${server.address().port}/v1`;
  const models = { OPENAI_BASE_URL, OPENAI_API_KEY: 'scripted', OPENAI_AGENTS_DISABLE_TRACING: '1' };
  const file = path.join(import.meta.dirname, 'frameworks', RECIPE);
  const child = spawn(file.endsWith('.py') ? 'python3' : process.execPath, [file, 'Trade.'], {
    env: { ...process.env, ...models, MCP_URL },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  child.once('close', (code) => {
    server.close().closeAllConnections();
    process.exitCode = code ?? 1;
  });
});

function toResponse(step, id) {
  const call = step && { type: 'function_call', id: `fc_${id}`, call_id: id, name: step.name, status: 'completed' };
  const text = { type: 'output_text', text: 'Done.', annotations: [] };
  const message = { type: 'message', id: `msg_${id}`, role: 'assistant', status: 'completed', content: [text] };
  const output = [call ? { ...call, arguments: JSON.stringify(step.arguments) } : message];
  const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
  return { id, object: 'response', created_at: 1, model: 'scripted', status: 'completed', output, usage };
}

function toCompletion(step, id) {
  const call = step && {
    id,
    type: 'function',
    function: { name: step.name, arguments: JSON.stringify(step.arguments) },
  };
  const message = { role: 'assistant', content: call ? null : 'Done.', ...(call && { tool_calls: [call] }) };
  const choices = [{ index: 0, message, finish_reason: call ? 'tool_calls' : 'stop' }];
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
  return { id, object: 'chat.completion', created: 1, model: 'scripted', choices, usage };
}

/** Reads the answer of the last tool. Frameworks pass on the whole result, its content, or only the text of it. */
function lastResult({ role, type, content, output }) {
  if (role !== 'tool' && type !== 'function_call_output') return undefined;
  let value = content ?? output;
  for (let depth = 0; depth < 4; depth += 1) {
    if (typeof value === 'string') value = JSON.parse(value);
    if (Array.isArray(value)) [value] = value;
    if (value.structuredContent ?? value.isError) return parseResult(value);
    if (value.text === undefined) break;
    value = value.text;
  }
  return value;
}
