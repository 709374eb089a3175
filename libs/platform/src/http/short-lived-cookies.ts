import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Config } from '#platform/config';

/** A cookie that binds something to the browser that began it. Only requests of pages of this service below the path send it back. */
export interface ShortLivedCookie {
  readonly name: string;
  readonly path: string;
  readonly maxAgeSeconds: number;
}

@Injectable()
export class ShortLivedCookies {
  private readonly secure: string;

  constructor({ baseUrl }: Config) {
    this.secure = baseUrl.startsWith('https:') ? '; Secure' : '';
  }

  /** The value must consist of letters, digits, `-` and `_`. */
  set(reply: FastifyReply, { name, path, maxAgeSeconds }: ShortLivedCookie, value: string): void {
    const attributes = `Path=${path}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${this.secure}`;
    void reply.header('set-cookie', `${name}=${value}; ${attributes}`);
  }

  clear(reply: FastifyReply, cookie: ShortLivedCookie): void {
    this.set(reply, { ...cookie, maxAgeSeconds: 0 }, '');
  }

  read({ headers }: FastifyRequest, { name }: ShortLivedCookie): string | null {
    const cookies = (headers.cookie ?? '').split(';').map((each) => each.trim());
    const value = cookies.find((each) => each.startsWith(`${name}=`))?.slice(name.length + 1);
    return value !== undefined && /^[\w-]{1,200}$/.test(value) ? value : null;
  }
}
