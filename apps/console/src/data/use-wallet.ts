import { useQuery, type UseQueryResult } from '@tanstack/preact-query';
import type { AnswerOf } from '@presage/sdk';
import { presage } from './query-client.js';

/** Reads the wallet of an agent. Undefined names no agent yet. */
export function useWallet(agentId: string | undefined): UseQueryResult<AnswerOf<'getWallet'>> {
  return useQuery({
    queryKey: ['wallet', agentId],
    queryFn: ({ signal }) => presage().request('getWallet', { path: { agent_id: agentId ?? '' }, signal }),
    enabled: agentId !== undefined,
  });
}
