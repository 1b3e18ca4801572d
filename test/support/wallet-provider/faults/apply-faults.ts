import { type Exchange, type Fault, type FaultKind, FAULTS, type FaultScript } from './fault-catalogue.js';

export function hasFault(faults: readonly Fault[], kind: FaultKind): boolean {
  return faults.some((fault) => fault.kind === kind);
}

/** Applies the faults before the request is accepted. @returns whether they have answered it */
export async function applyBeforeAccept(faults: readonly Fault[], exchange: Exchange): Promise<boolean> {
  for (const { kind, argument } of faults) {
    const fault = FAULTS[kind];
    const outcome = fault.point === 'before-accept' ? await fault.apply(exchange, argument) : undefined;
    if (outcome === undefined) continue;
    if (outcome !== 'hijacked') await exchange.reply.code(outcome.status).send(outcome.body);
    return true;
  }
  return false;
}

/** Applies the faults to a serialized reply. @returns null when a fault has answered or closed the connection */
export async function applyBeforeAnswer(
  faults: readonly Fault[],
  exchange: Exchange,
  payload: unknown,
): Promise<{ payload: unknown } | null> {
  let changed = payload;
  for (const { kind, argument } of faults) {
    const fault = FAULTS[kind];
    if (fault.point !== 'before-answer') continue;
    // An empty reply counts as an empty object.
    const text = typeof changed === 'string' && changed !== '' ? changed : '{}';
    const outcome = await fault.apply(exchange, argument, text);
    if (outcome === 'hijacked') return null;
    changed = outcome.payload;
  }
  return { payload: changed };
}

export function toScript(faults: readonly Fault[]): FaultScript {
  const script: FaultScript = {};
  for (const { kind, argument } of faults) {
    const fault = FAULTS[kind];
    if (fault.point === 'on-accept') fault.apply(script, argument);
  }
  return script;
}
