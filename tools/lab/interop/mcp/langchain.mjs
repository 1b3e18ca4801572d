// examples/langchain-agent.mjs with a scripted model.
import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { AIMessage, ToolMessage } from '@langchain/core/messages';
import { trade } from './langchain-agent.mjs';
import { startScript } from './script.mjs';

class ScriptedModel extends BaseChatModel {
  next = startScript();
  calls = 0;

  _llmType() {
    return 'scripted';
  }

  bindTools() {
    return this;
  }

  _generate(messages) {
    const last = messages.at(-1);
    const call = this.next(last instanceof ToolMessage ? parseResult(last) : undefined);
    this.calls += 1;
    const toolCall = call && { id: `call-${this.calls}`, name: call.name, args: call.arguments, type: 'tool_call' };
    const message = new AIMessage({
      content: call === null ? 'Done.' : '',
      tool_calls: call === null ? [] : [toolCall],
    });
    return Promise.resolve({ generations: [{ text: '', message }] });
  }
}

await trade({ model: new ScriptedModel({}), task: 'Trade.', url: process.env.MCP_URL });

/** LangChain passes the content on as JSON. */
function parseResult({ content }) {
  const value = JSON.parse(typeof content === 'string' ? content : content[0].text);
  return value.structuredContent ?? value;
}
