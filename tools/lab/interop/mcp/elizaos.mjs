// Has ElizaOS connect as a character of examples/frameworks says, and call the tools of the script.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { AgentRuntime } from '@elizaos/core';
import { McpService } from '@elizaos/plugin-mcp';
import { play } from './script.mjs';

const { RECIPE = '', MCP_PROGRAM, PRESAGE_URL } = process.env;
const character = JSON.parse(readFileSync(path.join(import.meta.dirname, 'frameworks', RECIPE), 'utf8'));
const [[name, server]] = Object.entries(character.settings.mcp.servers);
if (server.command !== 'presage-mcp') throw new Error(`the character starts ${server.command}`);
Object.assign(server, { command: process.execPath, args: [MCP_PROGRAM], env: { PRESAGE_URL } });
const service = await McpService.start(new AgentRuntime({ character }));
await service.waitForInitialization();
await play((call) => service.callTool(name, call.name, call.arguments));
await service.stop();
process.exit(0);
