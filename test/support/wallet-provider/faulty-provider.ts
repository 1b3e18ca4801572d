/** Program of the wallet provider that injects faults, for `providerProcess`. */
export const FAULTY_PROVIDER = 'test/support/wallet-provider/main.ts';
