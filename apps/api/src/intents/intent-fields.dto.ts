import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { IsDate, IsIn } from 'class-validator';
import {
  type Action,
  ACTIONS,
  INTENT_FIELD_NAMES,
  INTENT_FIELDS,
  type IntentField,
  isIntentField,
  type Json,
  parseTimestamp,
  ruleOf,
} from '@app/common';
import type { IntentOutcome } from '@app/engine';
import { EXAMPLE } from '../docs/examples.js';
import { ApiAddress, ApiDecimal, ApiEnum, ApiText, ApiTimestamp } from '../docs/properties.js';
import { type FieldOptions, requestField } from '../http/validation/field.js';
import { AddressField, DecimalString, Nested, PublicText } from '../http/validation/fields.js';
import { EVIDENCE_EXAMPLE, EvidenceDto, EvidenceInputDto } from './evidence.dto.js';

/** 9999-12-31T23:59:59Z, the last second that RFC 3339 can express. */
const MAX_UNIX_SECONDS = Date.UTC(9999, 11, 31, 23, 59, 59) / 1000;

const OUTCOMES: ReadonlyMap<unknown, IntentOutcome> = new Map<unknown, IntentOutcome>([
  ['yes', 'yes'],
  ['1', 'yes'],
  [1, 'yes'],
  ['no', 'no'],
  ['2', 'no'],
  [2, 'no'],
]);

/** `yes` or `1`, `no` or `2`, in any case; the digits as JSON numbers too. */
function OutcomeField(options: FieldOptions): PropertyDecorator {
  return requestField(options, {
    schema: { type: 'string', enum: ['yes', 'no', '1', '2'] },
    parse: (value) => OUTCOMES.get(typeof value === 'string' ? value.toLowerCase() : value) ?? value,
    rules: [IsIn(['yes', 'no'], { message: '$property must be one of yes, no, 1, 2' })],
  });
}

/** RFC 3339 with any offset, or unix seconds as digits or a number. Parsed to a Date in whole seconds, fractions dropped. */
function CloseTimestampField(options: FieldOptions): PropertyDecorator {
  return requestField(options, {
    schema: {
      type: Array, // Nest leaves the type to anyOf then
      anyOf: [
        { type: 'string', format: 'date-time' },
        { type: 'string', pattern: '^[0-9]{1,12}$' },
        { type: 'integer', minimum: 0, maximum: MAX_UNIX_SECONDS },
      ],
    },
    parse: (value) => {
      const text = Number.isSafeInteger(value) ? String(value) : value;
      const moment = typeof text === 'string' ? (parseUnixSeconds(text) ?? parseTimestamp(text)) : null;
      return moment === null ? value : new Date(Math.floor(moment.getTime() / 1000) * 1000);
    },
    rules: [IsDate({ message: '$property must be an RFC 3339 timestamp, or unix seconds such as 1767225600' })],
  });
}

function parseUnixSeconds(value: string): Date | null {
  if (!/^[0-9]{1,12}$/.test(value) || Number(value) > MAX_UNIX_SECONDS) return null;
  return new Date(Number(value) * 1000);
}

type ResponseOptions = Parameters<typeof ApiText>[0];

/** Fields in requests and in responses. */
const KINDS = {
  address: { request: AddressField, response: ApiAddress },
  decimal: {
    request: (options: FieldOptions) => DecimalString({ ...options, positive: true }),
    response: ApiDecimal,
  },
  evidence: {
    request: (options: FieldOptions) => Nested(EvidenceInputDto, { ...options, unknown: 'refused' }),
    response: (options: ResponseOptions) => ApiProperty({ ...options, type: EvidenceDto }),
  },
  outcome: {
    request: OutcomeField,
    response: (options: ResponseOptions) => ApiEnum(['yes', 'no'], options),
  },
  text: { request: (options: FieldOptions) => PublicText(500, options), response: ApiText },
  time: { request: CloseTimestampField, response: ApiTimestamp },
} as const;

interface Description {
  readonly example: Json;
  readonly request: string;
  readonly intent: string;
  readonly params: string;
}

const DESCRIPTIONS: Readonly<Record<IntentField, Description>> = {
  market_contract_address: {
    example: EXAMPLE.market,
    request: 'Address of the market contract.',
    intent: 'Address of the market contract. Null for a market that is not created yet.',
    params: 'Address of the market contract.',
  },
  amount: {
    example: '10',
    request: 'Stake above 0, display units, with at most as many decimals as the token.',
    intent: 'Stake, display units.',
    params: 'Stake of a buy, display units.',
  },
  min_multiple: {
    example: '1.5',
    request:
      'Minimum payout at the pools after the buy, as a multiple of the stake. The contract refuses the buy below it. Later buys can still lower the payout.',
    intent: 'Minimum payout when the transaction is sent, as a multiple of the stake. Null for any payout.',
    params: 'Minimum payout of a buy, as a multiple of the stake. Null for any payout.',
  },
  outcome: {
    example: 'yes',
    request: 'Outcome of the market, case-insensitive. `1` is yes, `2` is no.',
    intent: 'Outcome of the market.',
    params: 'Outcome for `resolve_market`.',
  },
  resolver: {
    example: EXAMPLE.agentWallet,
    request: 'Address that may resolve the market.',
    intent: 'Address that may resolve the market.',
    params: 'Resolver for `create_market`.',
  },
  collateral_token: {
    example: EXAMPLE.collateral,
    request: 'Address of the token of the stakes, as in `/chain/contract`.',
    intent: 'Address of the token of the stakes.',
    params: 'Token of the stakes for `create_market`.',
  },
  close_timestamp: {
    example: EXAMPLE.closesAt,
    request: 'End of buying, in the future. Fractions of a second are discarded.',
    intent: 'End of buying.',
    params: 'End of buying for `create_market`.',
  },
  question: {
    example: EXAMPLE.question,
    request: 'Question of the market.',
    intent: 'Question of the market.',
    params: 'Question for `create_market`.',
  },
  evidence: {
    example: EVIDENCE_EXAMPLE,
    request: 'Evidence for the outcome, which everyone can read.',
    intent: 'Evidence for the outcome of `resolve_market`.',
    params: 'Evidence for the outcome of `resolve_market`.',
  },
};

/** The order of the fields in an intent. */
export const SHOWN_FIELDS = Object.keys(DESCRIPTIONS).filter(isIntentField);

/** Adds the fields of an action to the class of its request. */
export function addRequestFields(action: Action, prototype: object): void {
  for (const name of ACTIONS[action].fields) {
    const { kind, optional } = INTENT_FIELDS[name];
    const { example, request: description } = DESCRIPTIONS[name];
    KINDS[kind].request({ description, example, ...(optional && { default: null }) })(prototype, name);
  }
}

/** Adds the fields of all actions after the property. The example is a buy. */
export function WithActionFields(): PropertyDecorator {
  return (prototype) => {
    for (const name of SHOWN_FIELDS) {
      const { example, intent: description } = DESCRIPTIONS[name];
      const shown = ruleOf('buy_yes').fields.includes(name) ? example : null;
      KINDS[INTENT_FIELDS[name].kind].response({ description, example: shown, nullable: true })(prototype, name);
    }
  };
}

@ApiSchema({
  name: 'IntentParams',
  description: 'Fields of the request that belong to its action. Fields of other actions are absent.',
})
export class IntentParamsDto {}

for (const name of INTENT_FIELD_NAMES) {
  const { kind, optional } = INTENT_FIELDS[name];
  const { example, params: description } = DESCRIPTIONS[name];
  const options = { description, example, ...(optional && { nullable: true }), required: false };
  KINDS[kind].response(options)(IntentParamsDto.prototype, name);
}
