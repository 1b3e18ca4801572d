import { isBuy, plainText } from '@app/common';
import { formatFailureMessage, toReportedFailure } from '@app/engine';
import type { ActivityItem } from '@app/intents';
import { checksummed, present } from '../http/present.js';
import { ActivityItemDto } from './activity.dto.js';

export function presentActivityItem(item: ActivityItem): ActivityItemDto {
  return present(ActivityItemDto, {
    ...item,
    marketId: plainText(item.marketId),
    coreMarketId: item.recordId,
    marketContractAddress: checksummed(item.marketContractAddress),
    approveTransactionHash: isBuy(item.action) ? item.approveTransactionHash : undefined,
    failureReason: toReportedFailure(item.failureReason),
    errorMessage: formatFailureMessage(item),
  });
}
