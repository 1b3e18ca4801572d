/** HTTP status, numeric code and text of the contract's errors. */
const ERRORS = {
  unauthorized: [401, 401, 'Malformed authorization. Are the credentials properly encoded?'],
  forbidden: [403, 3, 'Forbidden'],
  notFound: [404, 5, 'No such route. This is the local wallet provider. The API has another port.'],
  invalidParameter: [400, 2, 'API parameter invalid'],
  internal: [500, -1, 'Something went wrong'],
  chainUnavailable: [503, -1, 'Something went wrong'],
  walletNotFound: [404, 156001, 'Cannot find target wallet in the system.'],
  transactionNotFound: [404, 156003, 'Cannot find target transaction in the system.'],
  ciphertextReused: [400, 156004, 'The entity secret ciphertext was used before.'],
  walletSetNotFound: [404, 156005, 'Cannot find target wallet set in the system.'],
  mainnetWithTestKey: [400, 156006, 'A TEST_API_KEY cannot be used with a mainnet blockchain.'],
  invalidId: [400, 156009, 'The id in the path is not a UUID.'],
  secretInvalid: [400, 156013, 'The provided entity secret is invalid.'],
  idempotencyMisused: [403, 156020, 'Please use a new idempotency key.'],
  blockchainUnsupported: [400, 156027, 'The blockchain is not supported.'],
  estimateReverted: [400, 155208, 'The transaction simulation reverted.'],
  abiPackFailed: [400, 155209, 'The ABI parameters do not fit the function signature.'],
  notEligible: [400, 155229, 'The transaction is not eligible for this operation.'],
  callMissing: [400, 155230, 'Either abiFunctionSignature or callData is required.'],
  feeMissing: [400, 155231, 'A fee level or a gas configuration is required.'],
  gasLimitTooLow: [400, 155233, 'The gas limit is too low.'],
  feesConflict: [400, 155234, 'feeLevel cannot be combined with maxFee, priorityFee or gasPrice.'],
  dynamicFeeRequired: [400, 155235, 'The blockchain needs maxFee and priorityFee.'],
  tipAboveMaxFee: [400, 155237, 'priorityFee is above maxFee.'],
  walletAmbiguous: [400, 155244, 'walletId and walletAddress exclude each other.'],
  amountInvalid: [400, 155245, 'The amount is not valid.'],
  callAmbiguous: [400, 155247, 'callData excludes abiFunctionSignature and abiParameters.'],
  metadataMismatch: [400, 155503, 'The metadata do not match the number of wallets.'],
} as const satisfies Record<string, readonly [number, number, string]>;

export type ProviderErrorName = keyof typeof ERRORS;

/** Entry of `errors[]` for an invalid request. */
export interface ParameterProblem {
  readonly error: string;
  readonly message: string;
  readonly location: string;
  readonly invalidValue: unknown;
  readonly constraints: Readonly<Record<string, unknown>>;
}

export class ProviderError extends Error {
  readonly status: number;
  readonly code: number;

  constructor(
    name: ProviderErrorName,
    readonly problems: readonly ParameterProblem[] = [],
  ) {
    const [status, code, message] = ERRORS[name];
    super(message);
    this.name = 'ProviderError';
    this.status = status;
    this.code = code;
  }
}
