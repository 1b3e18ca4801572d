import { errorFields } from './error-fields.js';

describe('errorFields', () => {
  it('has the class and the code of an error, and never its message', () => {
    const error = Object.assign(new TypeError('upstream text'), { code: 'ECONNREFUSED' });
    expect(errorFields(error)).toEqual({ errorName: 'TypeError', errorCode: 'ECONNREFUSED' });
    expect(errorFields(new Error('upstream text'))).toEqual({ errorName: 'Error', errorCode: null });
    expect(errorFields('upstream text')).toEqual({ errorName: 'string', errorCode: null });
  });

  it.each([
    ['timeout exceeded when trying to connect', 'timeout'],
    ['Connection terminated due to connection timeout', 'timeout'],
    ['Query read timeout', 'timeout'],
    ['timeout expired', 'timeout'],
    ['Connection terminated unexpectedly', 'connection_lost'],
    ['Connection terminated', 'connection_lost'],
    ['Client has encountered a connection error and is not queryable', 'connection_lost'],
  ])('gives the driver’s error “%s” the code %s, since it has none', (message, errorCode) => {
    expect(errorFields(new Error(message))).toEqual({ errorName: 'Error', errorCode });
  });
});
