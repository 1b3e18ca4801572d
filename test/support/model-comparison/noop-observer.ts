import { Observer } from '../../../tools/lab/simulation/world/observer.js';

/** Ignores what the in-memory model reports. */
export class NoopObserver extends Observer {
  override accepted = (): void => undefined;
  override read = (): void => undefined;
  override wrote = (): void => undefined;
  override executionMoved = (): void => undefined;
  override stepMoved = (): void => undefined;
  override intentMoved = (): void => undefined;
  override armed = (): void => undefined;
  override resendCounted = (): void => undefined;
  override illegalMove = (): void => undefined;
  override sent = (): void => undefined;
  override requestInTransit = (): void => undefined;
  override listed = (): void => undefined;
  override taken = (): void => undefined;
}
