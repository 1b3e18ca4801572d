import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { callerOf } from '../auth/caller.decorator.js';
import { LoadShedder } from './load-shedder.js';

/** Refuses executions of an account whose own ones wait too long. Runs after the key has named the account. */
@Injectable()
export class ExecutionAdmission implements CanActivate {
  constructor(private readonly loadShedder: LoadShedder) {}

  canActivate(context: ExecutionContext): true {
    this.loadShedder.admitExecution(callerOf(context).accountId);
    return true;
  }
}
