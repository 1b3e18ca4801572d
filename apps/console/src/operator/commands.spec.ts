import { isArgument, LINES } from './commands.js';

describe('LINES', () => {
  it('quote what a shell would read otherwise', () => {
    expect(LINES.why('agent_alice_01')).toBe('why agent_alice_01');
    expect(LINES.pause('x; rm -rf /')).toBe("pause 'x; rm -rf /'");
  });
});

describe('isArgument', () => {
  it.each([
    ['agent_alice_01', true],
    ['', false],
    ['--help', false],
  ])('of %j is %s', (value, expected) => expect(isArgument(value)).toBe(expected));
});
