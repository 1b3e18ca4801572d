import { Matches } from 'class-validator';
import { requestField } from '../http/validation/field.js';

export function PasscodeField(): PropertyDecorator {
  return requestField(
    {
      description: 'Passcode from the e-mail: six digits, valid for ten minutes and five attempts.',
      example: '482913',
    },
    {
      schema: { type: 'string', pattern: '^[0-9]{6}$' },
      rules: [Matches(/^[0-9]{6}$/, { message: '$property must be a string of six digits' })],
    },
  );
}
