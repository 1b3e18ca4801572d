import { isBuy, plainText } from '@app/common';
import { formatFailureMessage, toReportedFailure } from '@app/engine';
import type { ActivityItem } from '@app/intents';
import { checksummed } from '../http/present.js';
import type { ActivityItemDto } from './activity.dto.js';

export function presentActivityItem(item: ActivityItem): ActivityItemDto {
  return {
    type: item.type,
    id: item.id,
    intent_id: item.intentId,
    action: item.action,
    status: item.status,
    market_id: plainText(item.marketId),
    core_market_id: item.recordId,
    market_contract_address: checksummed(item.marketContractAddress),
    amount: item.amount,
    outcome: item.outcome,
    ...(isBuy(item.action) && { approve_transaction_hash: item.approveTransactionHash }),
    transaction_hash: item.transactionHash,
    error_code: item.errorCode,
    failure_reason: toReportedFailure(item.failureReason),
    error_message: formatFailureMessage(item),
    client_request_id: item.clientRequestId,
    by: item.by,
    created_at: item.createdAt.toISOString(),
    updated_at: item.updatedAt.toISOString(),
  };
}
