import { isRecord } from '@app/common';
/** The fields of a stored provider request. */
export interface SentBody {
  idempotencyKey: string;
  providerWalletId: string;
  /** Lower-case. */
  contractAddress: string;
  callData: string;
  refId: string;
}

export function parseBody(body: string): SentBody {
  const parsed: unknown = JSON.parse(body);
  const fields = new Map<string, unknown>(Object.entries(isRecord(parsed) ? parsed : {}));
  const text = (name: string): string => {
    const value = fields.get(name);
    if (typeof value !== 'string') throw new Error(`the body lacks ${name}`);
    return value;
  };
  return {
    idempotencyKey: text('idempotencyKey'),
    providerWalletId: text('providerWalletId'),
    contractAddress: text('contractAddress').toLowerCase(),
    callData: text('callData'),
    refId: text('refId'),
  };
}
