import { IntervalLoop, type IntervalLoopOptions } from '@app/common';
import { FailureLog, type FailureLogOptions } from './failure-log.js';

type LoggedLoopOptions = Omit<IntervalLoopOptions, 'onError'> & Required<FailureLogOptions>;

export function loggedLoop({ work, log, failed, recovered, ...timing }: LoggedLoopOptions): IntervalLoop {
  const failures = new FailureLog({ log, failed, recovered });
  return new IntervalLoop({
    ...timing,
    work: async () => {
      const result = await work();
      failures.success();
      return result;
    },
    onError: (error) => failures.failure(error),
  });
}
