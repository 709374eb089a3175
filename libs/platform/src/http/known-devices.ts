import { createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { WallClock } from '#kernel';
import { Config } from '#platform/config';
import { Keyring } from '#engine/secrets';
import { requestIn } from './request.ts';

const COOKIE = 'latchkey_device';
const LIFETIME_SECONDS = 180 * 24 * 60 * 60;
const SUBJECT_LENGTH = 22;
const VALUE = new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]{${SUBJECT_LENGTH}})\\.([0-9a-z]{1,10})\\.([\\w-]{43})(?:;|$)`);

/**
 * A device on which somebody has succeeded before carries a signed cookie, so that limits can count it apart from strangers. The
 * cookie names the subject, such as an email address, as a keyed digest, and the time until which it is valid. It permits nothing.
 */
@Injectable()
export class KnownDevices {
  constructor(
    private readonly keyring: Keyring,
    private readonly clock: WallClock,
    private readonly config: Config,
  ) {}

  /** Sets the cookie in the response to a request that has succeeded for the subject. */
  remember(reply: FastifyReply, subject: string, path: string): void {
    void reply.header('set-cookie', this.cookieOf(subject, path));
  }

  /** The cookie for a device that has succeeded for the subject. Only requests below the path send it back. */
  cookieOf(subject: string, path: string): string {
    const expiresAt = Math.floor(this.clock.now().getTime() / 1000) + LIFETIME_SECONDS;
    const content = `${encoded(this.keyring.digest('known-device', subjectText(subject)))}.${expiresAt.toString(36)}`;
    const mac = this.keyring.digest('known-device', contentText(content)).toString('base64url');
    const secure = this.config.baseUrl.startsWith('https:') ? '; Secure' : '';
    const attributes = `Path=${path}; Max-Age=${LIFETIME_SECONDS}; HttpOnly; SameSite=Lax${secure}`;
    return `${COOKIE}=${content}.${mac}; ${attributes}`;
  }

  /** The digest of the subject in a valid cookie; null without one. */
  read({ headers }: FastifyRequest): string | null {
    const [, subject, expiresAt, mac] = VALUE.exec(headers.cookie ?? '') ?? [];
    if (subject === undefined || expiresAt === undefined || mac === undefined) return null;
    if (Number.parseInt(expiresAt, 36) * 1000 <= this.clock.now().getTime()) return null;
    const isGenuine = this.keyring.isDigest(
      'known-device',
      contentText(`${subject}.${expiresAt}`),
      Buffer.from(mac, 'base64url'),
    );
    return isGenuine ? subject : null;
  }

  /** Whether a cookie is about this subject. */
  isDeviceOf(device: string, subject: string): boolean {
    return this.keyring.digests('known-device', subjectText(subject)).some((digest) => encoded(digest) === device);
  }
}

const subjectText = (subject: string): string => `subject ${subject}`;
const contentText = (content: string): string => `cookie ${content}`;
const encoded = (digest: Buffer): string => digest.toString('base64url').slice(0, SUBJECT_LENGTH);

/** Whether the client of a `@RateLimited` operation that causes mail has proved an earlier success of the recipient. */
export const IsFromKnownDevice = createParamDecorator(
  (_data: unknown, context: ExecutionContext): boolean => requestIn(context).isFromKnownDevice ?? false,
);
