import { CurrentExchange } from './failure-limit.ts';

export type Handler = (...args: unknown[]) => Promise<unknown>;

/** The method of a controller that a handler is. */
export interface Method {
  readonly target: object;
  readonly name: string | symbol;
}

/**
 * Replaces the handler of an operation by another one, which calls it. It gets the exchange at `position`, behind the arguments of the
 * handler. Several of them share that place.
 */
export const wrapHandler =
  (wrap: (handler: Handler, position: number, method: Method) => Handler): MethodDecorator =>
  (target, name, descriptor) => {
    const handler = descriptor.value as unknown as Handler;
    const position = handler.length;
    CurrentExchange()(target, name, position);
    const wrapped = wrap(handler, position, { target, name });
    copyMetadata(handler, wrapped);
    Object.defineProperty(wrapped, 'length', { value: position });
    descriptor.value = wrapped as never;
  };

/** Other decorators may have described the handler before, and Nest identifies it by its name. */
function copyMetadata(from: Handler, to: Handler): void {
  for (const key of Reflect.getMetadataKeys(from) as string[]) Reflect.defineMetadata(key, Reflect.getMetadata(key, from), to);
  Object.defineProperty(to, 'name', { value: from.name });
}
