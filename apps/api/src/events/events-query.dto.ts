import { IsArray, IsIn, Max } from 'class-validator';
import { MAX_PAGE_LIMIT } from '@app/common';
import { EVENT_TYPES } from '@app/events';
import { PageLimit } from '../http/pagination/page-query.dto.js';
import { type FieldOptions, requestField } from '../http/validation/field.js';

/** Maximum of `wait`, in seconds. */
const MAX_WAIT_S = 30;
const TYPES_EXAMPLE = 'execution.executed,execution.failed';

/** A whole number from 0. */
function WholeNumber(max: number, options: FieldOptions): PropertyDecorator {
  return requestField(options, {
    schema: { type: 'integer', minimum: 0, maximum: max },
    parse: (value) => (typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value),
    rules: [Max(max, { message: `$property must be a whole number from 0 to ${max}` })],
  });
}

/** Types of events, separated by commas. An empty value means all. */
function EventTypes(): PropertyDecorator {
  const description = `Types of events to return, separated by commas: ${EVENT_TYPES.join(', ')}. All by default.`;
  return requestField(
    { description, example: TYPES_EXAMPLE, default: null },
    {
      schema: { type: 'string' },
      parse: (value) => (value === '' ? null : typeof value === 'string' ? value.split(',') : value),
      rules: [
        IsArray({ message: '$property must be given once' }),
        IsIn([...EVENT_TYPES], { each: true, message: `each of $property must be one of ${EVENT_TYPES.join(', ')}` }),
      ],
    },
  );
}

export class EventsQueryDto {
  @WholeNumber(Number.MAX_SAFE_INTEGER, {
    description: 'Seq of the last event that the client has. The header `Last-Event-ID` replaces it in a stream.',
    example: 0,
    default: 0,
  })
  after: number;

  @EventTypes()
  types: readonly string[] | null;

  @PageLimit(MAX_PAGE_LIMIT)
  limit: number;

  @WholeNumber(MAX_WAIT_S, {
    description: `Maximum time in seconds to wait for an event if there is none, 0 to ${MAX_WAIT_S}. Ignored in a stream.`,
    example: 0,
    default: 0,
  })
  wait: number;
}
