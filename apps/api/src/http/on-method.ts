/** Decorates the method of a parameter, so that one parameter decorator can read a value and describe it. */
export function onMethod(...decorators: readonly MethodDecorator[]): ParameterDecorator {
  return (target, key) => {
    if (key === undefined) return;
    const descriptor = Object.getOwnPropertyDescriptor(target, key);
    if (descriptor !== undefined) decorators.forEach((decorate) => decorate(target, key, descriptor));
  };
}
