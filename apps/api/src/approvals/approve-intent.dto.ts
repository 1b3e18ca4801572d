import { ApiSchema } from '@nestjs/swagger';
import { PasscodeField } from '../onboarding/passcode-field.decorator.js';

@ApiSchema({ name: 'ApproveIntentBody', description: 'Approval of one intent by its owner.' })
export class ApproveIntentDto {
  @PasscodeField()
  otp: string;
}
