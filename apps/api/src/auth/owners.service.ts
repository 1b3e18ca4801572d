import { Injectable } from '@nestjs/common';
import { type OwnedKind, type Owner, OwnersRepository } from '@app/agents';
import { Clock, ExpiringMap } from '@app/common';
import { RowLoader } from '@app/persistence';

/** Maximum time that a record is found in an account which an operator has taken it from. */
const CACHE_TTL_MS = 5_000;

/** Finds the owner of a record. Requests at the same time share one statement. */
@Injectable()
export class OwnersService {
  private readonly known: ExpiringMap<Owner>;
  private readonly loaders: Readonly<Record<OwnedKind, RowLoader<Owner>>>;

  constructor(
    owners: OwnersRepository,
    private readonly clock: Clock,
  ) {
    this.known = new ExpiringMap(clock);
    const loader = (kind: OwnedKind): RowLoader<Owner> =>
      new RowLoader(
        (ids) => owners.find(kind, ids),
        ({ id }) => id,
      );
    this.loaders = {
      agent: loader('agent'),
      intent: loader('intent'),
      onboarding: loader('onboarding'),
      user: loader('user'),
    };
  }

  /**
   * Returns the record's owner; null when there is no such record. Only the account's own records are cached: a record of
   * another account costs the statement that a missing one costs.
   * @param accountId account of the caller; null without a key
   */
  async find(kind: OwnedKind, id: string, accountId: string | null): Promise<Owner | null> {
    const name = `${kind} ${id}`;
    const known = this.known.get(name);
    if (known !== undefined && known.accountId === accountId) return known;
    const owner = await this.loaders[kind].load(id);
    if (owner !== null && owner.accountId !== null && owner.accountId === accountId) {
      this.known.set(name, owner, this.clock.nowMs() + CACHE_TTL_MS);
    }
    return owner;
  }
}
