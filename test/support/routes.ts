import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { LimitedRouteConfig } from '#platform/http';
import type { TokenKind } from '#engine/secrets';

export interface Route {
  readonly method: string;
  readonly url: string;
  readonly config: LimitedRouteConfig & {
    readonly tokenKinds?: readonly TokenKind[];
    readonly hasPublicBody?: boolean;
    readonly binary?: number;
    readonly fileTypes?: readonly string[];
    readonly takesCsv?: boolean;
  };
  /** In bytes; undefined where the limit of the server holds. */
  readonly bodyLimit: number | undefined;
}

/** Starts an API and lists its routes, whoever registers them: nothing is registered yet when the application has been made. */
export async function withRoutes<T>(
  start: () => Promise<T>,
): Promise<{ readonly started: T; readonly routes: readonly Route[] }> {
  const routes: Route[] = [];
  const note = (options: RouteOptions): void => {
    const { method, url, config = {} } = options;
    for (const each of [method].flat())
      routes.push({
        method: each,
        url,
        config: config as Route['config'],
        // Whoever adds routes sets it later.
        get bodyLimit() {
          return options.bodyLimit;
        },
      });
  };
  const create = NestFactory.create.bind(NestFactory) as (...args: unknown[]) => Promise<NestFastifyApplication>;
  const spy = import.meta.jest.spyOn(NestFactory, 'create').mockImplementation(async (...args: unknown[]) => {
    const app = await create(...args);
    (app.getHttpAdapter().getInstance() as unknown as FastifyInstance).addHook('onRoute', note);
    return app;
  });
  try {
    return { started: await start(), routes };
  } finally {
    spy.mockRestore();
  }
}

/** An address of the route, about things that do not exist. */
export const addressOf = ({ url }: Route): string => url.replace(/:(\w+)/g, () => randomUUID()).replace('*', 'x');
