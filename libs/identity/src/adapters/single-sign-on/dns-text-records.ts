import { Injectable } from '@nestjs/common';
import { NODATA, NOTFOUND, promises } from 'node:dns';
import { noteTakesLonger } from '#platform/http';
import { TextRecords } from '../../domain/email-domain.ts';

/** How long a nameserver may take; it is asked twice. */
const ANSWER_MS = 2_000;
/** How long all of it may take. */
const TOTAL_MS = 6_000;

/** The domain does not exist, or has no text records. */
const ABSENT: ReadonlySet<string | undefined> = new Set([NODATA, NOTFOUND]);

@Injectable()
export class DnsTextRecords extends TextRecords {
  async of(domain: string): Promise<readonly string[] | null> {
    noteTakesLonger();
    const resolver = new promises.Resolver({ timeout: ANSWER_MS, tries: 2 });
    const deadline = setTimeout(() => resolver.cancel(), TOTAL_MS);
    try {
      // A record consists of parts of at most 255 bytes.
      return (await resolver.resolveTxt(domain)).map((parts) => parts.join(''));
    } catch (error) {
      return ABSENT.has((error as NodeJS.ErrnoException).code) ? [] : null;
    } finally {
      clearTimeout(deadline);
    }
  }
}
