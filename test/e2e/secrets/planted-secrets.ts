/** Secrets in the formats of common services. None has quotes or backslashes, which rows and JSON escape. */
export const SECRETS: readonly string[] = [
  'sk_live_4eC39HqLyjWDarjtT1zdp7dc',
  'TEST_API_KEY:5f0c2d6c1b3a4e:0d1a9b7e6c5f4a3b',
  'AKIAIOSFODNN7EXAMPLE',
  'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  'ghp_16C7e42F292c6912E7710c838347Ae178B4a',
  'xoxb-123456789012-abcdefghijklmnop',
  'AIzaSyD-9tSrke72PouQMnMX-a7eZSW0jkFMBWY',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJyb290In0.dozjgNryP4J3jVmNHl0w5N',
  '0x4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318',
  'e331b6d69882b4cb4ea581d88e0b604039a3de5967688d3dcffdd2270c0fd109',
  'legal winner thank year wave sausage worth useful legal winner thank yellow',
  'postgres://presage:hunter2hunter2@db.internal:5432/presage',
  'redis://:correct-horse-battery@queue.internal:6379/0',
  'https://user:p%40ssw0rd@api.internal/v1?token=abcdef0123456789',
  'Bearer 9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c4d',
  'Basic cHJlc2FnZTpzdXBlcnNlY3JldA==',
  'session=7f3e1c9a5b2d8e4f6a0c; HttpOnly',
  '-----BEGIN PRIVATE KEY----- MIIEvQIBADANBg',
  'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQ',
  'Tr0ub4dor&3=+/?#[]@!$()*,;',
  '3f1c7a52-88d4-4a1e-9c0b-5d2e6f7a8b9c-private',
  'PASSCODE-814-275-OF-ALICE',
  'entity_secret_ciphertext_Zm9vYmFyYmF6cXV4',
  'AGE-SECRET-KEY-1QQPQ9ZR8J0GSHR4W4X5N6T7',
  'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
];

const ENCODINGS = {
  plain: (secret: string) => secret,
  base64: (secret: string) => Buffer.from(secret).toString('base64'),
  hex: (secret: string) => Buffer.from(secret).toString('hex'),
  url: (secret: string) => encodeAll(secret),
} as const;

export interface Needle {
  readonly secret: string;
  readonly encoding: keyof typeof ENCODINGS;
  readonly text: string;
}

/** Every secret in every encoding. */
export const NEEDLES: readonly Needle[] = SECRETS.flatMap((secret) =>
  (['plain', 'base64', 'hex', 'url'] as const).map((encoding) => ({
    secret,
    encoding,
    text: ENCODINGS[encoding](secret),
  })),
);

/** Returns the needles in a text, ignoring case. */
export function findIn(text: string): Needle[] {
  const folded = text.toLowerCase();
  return NEEDLES.filter(({ text: needle }) => folded.includes(needle.toLowerCase()));
}

/** Percent-encodes every character: a secret of letters only would otherwise look the same in two encodings. */
function encodeAll(text: string): string {
  return [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}
