import { isEmailAddress, maskEmailAddress } from './email-address.js';

describe('isEmailAddress', () => {
  it.each(['a@b.co', 'carol.x+tag@mail.example.com', "o'neil@example.org", `${'a'.repeat(64)}@example.com`])(
    'accepts %s',
    (value) => {
      expect(isEmailAddress(value)).toBe(true);
    },
  );

  it.each([
    '',
    'carol',
    'carol@',
    '@example.com',
    'carol@localhost',
    'carol@@example.com',
    'ca rol@example.com',
    ' carol@example.com',
    'carol@example.com ',
    'carol@example.com\r\nBcc: all@example.com',
    'carol@-example.com',
    'carol@example-.com',
    'carol@example..com',
    '.carol@example.com',
    'carol.@example.com',
    '"carol"@example.com',
    'carol@[127.0.0.1]',
    'carol,dave@example.com',
    'carol@exämple.com',
    `${'a'.repeat(65)}@example.com`,
    `a@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.${'f'.repeat(60)}.com`,
  ])('refuses %j', (value) => {
    expect(isEmailAddress(value)).toBe(false);
  });
});

describe('maskEmailAddress', () => {
  it('keeps the first letters of mailbox and domain, and the last label', () => {
    expect(maskEmailAddress('carol@example.com')).toBe('c***@e***.com');
    expect(maskEmailAddress('c@corp.example.co.uk')).toBe('c***@c***.uk');
  });
});
