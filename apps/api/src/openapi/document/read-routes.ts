import { HttpStatus, RequestMethod } from '@nestjs/common';
import { HTTP_CODE_METADATA, METHOD_METADATA, PATH_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { type KeyRule, keyRuleOf } from '../../auth/needs-key.decorator.js';
import { type DescribedPipe, isDescribedPipe } from '../../http/index.js';
import { descriptionOf, type OperationDescription } from '../describe.decorator.js';

export interface ControllerClass {
  readonly name: string;
  readonly prototype: object;
}

/** One route as the framework serves it, with what the code says about it. */
export interface Route {
  readonly method: 'GET' | 'POST';
  /** `/markets/{id}` */
  readonly path: string;
  /** The status of an answer that sets none. */
  readonly status: number;
  /** By the name of the path's parameter; query and body have none. */
  readonly arguments: readonly RouteArgument[];
  readonly description: OperationDescription;
  /** Of a write that can need an API key. */
  readonly keyRule: KeyRule | undefined;
}

export interface RouteArgument {
  readonly name: string;
  readonly pipe: DescribedPipe;
}

/** The routes of controllers, in their order. @throws when one of them is not described */
export function readRoutes(controllers: readonly ControllerClass[]): Route[] {
  return controllers.flatMap((controller) =>
    Object.getOwnPropertyNames(controller.prototype)
      .filter((name) => name !== 'constructor')
      .flatMap((name) => readRoute(controller, name) ?? []),
  );
}

function readRoute(controller: ControllerClass, name: string): Route | null {
  const handler: unknown = Reflect.get(controller.prototype, name);
  if (typeof handler !== 'function') return null;
  const path: unknown = Reflect.getMetadata(PATH_METADATA, handler);
  if (typeof path !== 'string') return null;
  const prefix: unknown = Reflect.getMetadata(PATH_METADATA, controller);
  const description = descriptionOf(handler);
  if (description === undefined) throw new Error(`${controller.name}.${name} serves a route that is not described`);
  const method = methodOf(handler);
  return {
    method,
    path: joinPaths(typeof prefix === 'string' ? prefix : '', path),
    status: statusOf(handler, method),
    arguments: readArguments(controller, name),
    description,
    keyRule: keyRuleOf(handler),
  };
}

function methodOf(handler: object): Route['method'] {
  const method: unknown = Reflect.getMetadata(METHOD_METADATA, handler);
  if (method === RequestMethod.GET) return 'GET';
  if (method === RequestMethod.POST) return 'POST';
  throw new Error('only GET and POST are described');
}

function statusOf(handler: object, method: Route['method']): number {
  const status: unknown = Reflect.getMetadata(HTTP_CODE_METADATA, handler);
  if (typeof status === 'number') return status;
  return method === 'POST' ? HttpStatus.CREATED : HttpStatus.OK;
}

/** The framework keeps, for every parameter of a handler, its name and the pipes that read it. */
function readArguments(controller: ControllerClass, handlerName: string): RouteArgument[] {
  const all: unknown = Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handlerName);
  return Object.values(isObject(all) ? all : {})
    .filter(isArgumentMetadata)
    .toSorted((one, other) => one.index - other.index)
    .flatMap(({ data, pipes }) =>
      pipes.filter(isDescribedPipe).map((pipe) => ({ name: typeof data === 'string' ? data : '', pipe })),
    );
}

interface ArgumentMetadata {
  index: number;
  data: unknown;
  pipes: unknown[];
}

function isArgumentMetadata(value: unknown): value is ArgumentMetadata {
  return isObject(value) && 'index' in value && 'data' in value && 'pipes' in value && Array.isArray(value.pipes);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function joinPaths(...parts: readonly string[]): string {
  const segments = parts.flatMap((part) => part.split('/')).filter((segment) => segment !== '');
  return `/${segments.map((segment) => (segment.startsWith(':') ? `{${segment.slice(1)}}` : segment)).join('/')}`;
}
