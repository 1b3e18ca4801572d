import { ApiFlag, ApiTimestamp } from '../docs/properties.js';

export const ApiDueAt = (): PropertyDecorator =>
  ApiTimestamp({
    description:
      'Time at which the outcome is expected: 24 hours after the close. The contract accepts it later, until the market is cancelled.',
    null: 'for a market without a contract',
    example: '2100-01-01T18:00:00.000Z',
  });

export const ApiOverdue = (): PropertyDecorator =>
  ApiFlag({
    description: 'Whether the outcome came after `due_at`, or is still missing then. False for a cancelled market.',
    null: 'for a market without a contract',
    example: false,
  });
