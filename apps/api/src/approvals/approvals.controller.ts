import { Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApprovalsService } from '@app/intents';
import { NeedsKey } from '../auth/needs-key.decorator.js';
import { ApiErrors } from '../docs/api-errors.decorator.js';
import { EXAMPLE } from '../docs/examples.js';
import { ignoredFieldsOf } from '../http/validation/parse-dto.js';
import { ValidBody } from '../http/validation/valid-body.decorator.js';
import { IntentResponse } from '../intents/intent.dto.js';
import { IntentIdParam } from '../intents/intent-id-param.decorator.js';
import { presentIntent } from '../intents/intent.presenter.js';
import { ApproveIntentDto } from './approve-intent.dto.js';

@Controller('agent/intents')
@ApiTags('Agent intents')
export class ApprovalsController {
  constructor(private readonly approvals: ApprovalsService) {}

  @Post(':intent_id/approve')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Approve an intent',
    description:
      'Approves a buy above the `approval_above` of the wallet. Executing it sends the owner an e-mail that states the trade, with a passcode. The passcode approves only this intent. Then the intent can be executed. A repeat for an approved intent is safe.',
  })
  @ApiOkResponse({
    type: IntentResponse,
    description: 'The approved intent.',
    example: { intent: { status: 'confirmed', requires_confirmation: false, approved_at: EXAMPLE.updatedAt } },
  })
  @ApiErrors('agent_intent_status_invalid')
  @NeedsKey('intents', 'intent in path')
  async approveIntent(
    @IntentIdParam() id: string,
    @ValidBody('agent_approval_invalid') body: ApproveIntentDto,
  ): Promise<IntentResponse> {
    return { intent: presentIntent(await this.approvals.approve(id, body.otp), ignoredFieldsOf(body)) };
  }
}
