import { createHash } from 'node:crypto';
import type { Secret } from '@app/common';
import { HDNodeWallet, Wallet } from 'ethers/wallet';

/** Account of the keystore's mnemonic. */
export type KeystoreAccount = Pick<HDNodeWallet, 'address' | 'signingKey'>;

/** BIP-44 account whose addresses a wallet application shows for the mnemonic. */
const ACCOUNT_PATH = "m/44'/60'/0'";
const TREASURY_PATH = '0/0';
/** Indexes below this are not hardened (BIP-32). */
const INDEX_COUNT = 2 ** 31;
/** Maximum number of derived accounts in memory, at about 1 kB each: deriving one takes a millisecond. */
const MAX_KEPT_ACCOUNTS = 10_000;
const WALLET_ID = /^(0|[1-9]\d{0,9})\/(0|[1-9]\d{0,9})$/;

/** The mnemonic of an encrypted keystore. Its first account is the treasury, and each wallet has another. */
export class Keystore {
  readonly treasury: KeystoreAccount;
  /** Derived accounts by wallet id, the oldest first. */
  private readonly accounts = new Map<string, KeystoreAccount>();

  private constructor(private readonly root: HDNodeWallet) {
    this.treasury = this.derive(TREASURY_PATH);
  }

  /** @throws Error when the passphrase is wrong, or the keystore holds no mnemonic */
  static async open({ json, passphrase }: { json: Secret; passphrase: Secret }): Promise<Keystore> {
    const wallet = await Wallet.fromEncryptedJson(json.reveal(), passphrase.reveal());
    if (!(wallet instanceof HDNodeWallet) || wallet.mnemonic === null)
      throw new Error('the keystore holds no mnemonic');
    return new Keystore(HDNodeWallet.fromMnemonic(wallet.mnemonic, ACCOUNT_PATH));
  }

  /** Account of a wallet; null for an id that no keystore assigns. */
  findAccount(walletId: string): KeystoreAccount | null {
    const kept = this.accounts.get(walletId);
    if (kept !== undefined) return kept;
    if (!WALLET_ID.test(walletId) || walletId === TREASURY_PATH) return null;
    if (walletId.split('/').some((index) => Number(index) >= INDEX_COUNT)) return null;
    const account = this.derive(walletId);
    const [oldest] = this.accounts.keys();
    if (oldest !== undefined && this.accounts.size >= MAX_KEPT_ACCOUNTS) this.accounts.delete(oldest);
    this.accounts.set(walletId, account);
    return account;
  }

  private derive(path: string): KeystoreAccount {
    const { address, signingKey } = this.root.derivePath(path);
    return { address, signingKey };
  }
}

/**
 * Id of the wallet for a key: its derivation path below the account. The key determines it, so a repeated request and a
 * restored database give the same wallet. Two keys share a path with a probability of 2^-62.
 */
export function deriveWalletId(idempotencyKey: string): string {
  const digest = createHash('sha256').update(idempotencyKey).digest();
  // Never 0, which is the branch of the treasury.
  return `${1 + (digest.readUInt32BE(0) % (INDEX_COUNT - 1))}/${digest.readUInt32BE(4) % INDEX_COUNT}`;
}
