/** HTTP status, numeric code and text of the contract's errors that the product's calls can meet. */
const ERRORS = {
  unauthorized: [401, 401, 'Malformed authorization. Are the credentials properly encoded?'],
  notFound: [404, 5, 'No such route. This is the local wallet provider. The API has another port.'],
  invalidParameter: [400, 2, 'API parameter invalid'],
  internal: [500, -1, 'Something went wrong'],
  chainUnavailable: [503, -1, 'Something went wrong'],
  walletNotFound: [404, 156001, 'Cannot find target wallet in the system.'],
  transactionNotFound: [404, 156003, 'Cannot find target transaction in the system.'],
  ciphertextReused: [400, 156004, 'The entity secret ciphertext was used before.'],
  walletSetNotFound: [404, 156005, 'Cannot find target wallet set in the system.'],
  invalidId: [400, 156009, 'The id in the path is not a UUID.'],
  secretInvalid: [400, 156013, 'The provided entity secret is invalid.'],
  idempotencyMisused: [403, 156020, 'Please use a new idempotency key.'],
  blockchainUnsupported: [400, 156027, 'The blockchain is not supported.'],
  notEligible: [400, 155229, 'The transaction is not eligible for this operation.'],
} as const satisfies Record<string, readonly [number, number, string]>;

export type ProviderErrorName = keyof typeof ERRORS;

export class ProviderError extends Error {
  readonly status: number;
  readonly code: number;

  /** @param problems texts of `errors[]` for an invalid request */
  constructor(
    name: ProviderErrorName,
    readonly problems: readonly string[] = [],
  ) {
    const [status, code, message] = ERRORS[name];
    super(message);
    this.name = 'ProviderError';
    this.status = status;
    this.code = code;
  }
}
