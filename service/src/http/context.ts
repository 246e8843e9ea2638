import type { HttpBindings } from '@hono/node-server';
import type { Context as HonoContext, MiddlewareHandler } from 'hono';
import type { Service } from '../service.ts';

export interface Env {
  Bindings: HttpBindings;
  Variables: {
    service: Service;
    origin: string;
  };
}

export type Context = HonoContext<Env>;
export type Handler = MiddlewareHandler<Env>;
