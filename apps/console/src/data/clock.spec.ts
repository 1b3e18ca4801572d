import { jest } from '@jest/globals';
import { serviceNowMs, setClock } from './clock.js';

const SERVICE_MS = Date.parse('2026-11-22T12:00:00Z');
const HOUR_MS = 3_600_000;

describe('serviceNowMs', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it.each([-HOUR_MS, 0, HOUR_MS])('is the time of the service for a browser that is wrong by %d ms', (errorMs) => {
    jest.setSystemTime(SERVICE_MS + errorMs);
    setClock(new Date(SERVICE_MS).toUTCString());
    setClock(null);
    setClock('no date');
    expect(serviceNowMs()).toBe(SERVICE_MS + 1_000);
    jest.setSystemTime(SERVICE_MS + errorMs + HOUR_MS);
    expect(serviceNowMs()).toBe(SERVICE_MS + 1_000 + HOUR_MS);
  });
});
