import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Config } from '#platform/config';
import { EXPIRED_PAGE } from './error-page.ts';
import { type FormFields, FormSecurity } from './form-security.ts';
import { documentOf, type Page, pageHeaders } from './page.ts';
import { clearedSessionCookie, sessionToken } from './session-cookie.ts';
import { signOutPage } from './sign-in-pages.ts';
import { UserSessions } from './user-sessions.ts';

const ACTION = '/oauth2/sign-out';

@Injectable()
export class SignOut {
  private readonly isSecure: boolean;

  constructor(
    private readonly sessions: UserSessions,
    private readonly forms: FormSecurity,
    config: Config,
  ) {
    this.isSecure = config.baseUrl.startsWith('https:');
  }

  async show({ raw }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const token = sessionToken(raw);
    const user = token === null ? null : await this.sessions.find(token);
    return this.send(reply, signOutPage({ action: ACTION, csrf: this.forms.tokenFor(token ?? '') }, user?.email ?? null));
  }

  async submit(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const token = sessionToken(request.raw);
    const { csrf } = (request.body ?? {}) as FormFields;
    if (token === null || !this.forms.isOwnForm(request, token, csrf)) return this.send(reply.status(400), EXPIRED_PAGE);
    await this.sessions.end(token);
    return reply.header('set-cookie', clearedSessionCookie(this.isSecure)).redirect(ACTION, 303);
  }

  private send(reply: FastifyReply, page: Page): FastifyReply {
    return reply.headers(pageHeaders()).type('text/html; charset=utf-8').send(documentOf(page));
  }
}
