import type { ToolAnnotations } from '@modelcontextprotocol/server';
import type { Outcome, Presage } from '@presage/sdk';
import type { JsonSchema } from './schema.js';

export interface ToolContext {
  readonly presage: Presage;
  readonly signal: AbortSignal;
  /** Reports the state of an execution that is not final. */
  readonly progress: (state: Outcome) => void;
}

export interface Tool<Input = never> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly kind: 'read' | 'write' | 'destructive';
  readonly input: JsonSchema;
  readonly output: JsonSchema;
  /** @returns an object with at least the properties of the output schema @throws PresageError @throws ToolError */
  run(input: Input, context: ToolContext): Promise<object>;
}

/** A refusal by this server. */
export class ToolError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly advice: string,
  ) {
    super(message);
    this.name = 'ToolError';
  }
}

/** Annotations of the protocol. Every tool may be repeated. */
export function toAnnotations({ kind }: Pick<Tool, 'kind'>): ToolAnnotations {
  if (kind === 'read') return { readOnlyHint: true, idempotentHint: true };
  return { destructiveHint: kind === 'destructive', idempotentHint: true };
}
