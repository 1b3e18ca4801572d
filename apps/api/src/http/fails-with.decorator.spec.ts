import { SetMetadata } from '@nestjs/common';
import { AppError } from '@app/common';
import { FailsWith } from './fails-with.decorator.js';

class Markets {
  readonly title = 'rain';

  @SetMetadata('above', 1)
  @FailsWith('market_get_failed')
  @SetMetadata('below', 2)
  async read(error?: Error): Promise<string> {
    await Promise.resolve();
    if (error !== undefined) throw error;
    return this.title;
  }
}

describe('FailsWith', () => {
  const markets = new Markets();

  it('returns the result of the handler', async () => {
    await expect(markets.read()).resolves.toBe('rain');
  });

  it('maps an unexpected error to its code', async () => {
    const cause = new Error('relation does not exist');
    await expect(markets.read(cause)).rejects.toMatchObject({ code: 'market_get_failed', cause });
  });

  it('keeps an AppError', async () => {
    const error = new AppError('market_not_found');
    await expect(markets.read(error)).rejects.toBe(error);
  });

  it('keeps the name and the metadata of the handler', () => {
    const handler = Object.getOwnPropertyDescriptor(Markets.prototype, 'read')?.value as () => void;
    expect(handler.name).toBe('read');
    expect(['above', 'below'].map((key): unknown => Reflect.getMetadata(key, handler))).toEqual([1, 2]);
  });
});
