import { Injectable } from '@nestjs/common';
import { promises } from 'node:dns';
import { TextRecords } from '../../domain/text-records.ts';

/** How long a nameserver may take; it is asked twice. */
const ANSWER_MS = 2_000;
/** How long all of it may take. */
const TOTAL_MS = 6_000;

@Injectable()
export class DnsTextRecords extends TextRecords {
  async of(domain: string): Promise<readonly string[]> {
    const resolver = new promises.Resolver({ timeout: ANSWER_MS, tries: 2 });
    const deadline = setTimeout(() => resolver.cancel(), TOTAL_MS);
    try {
      // A record consists of parts of at most 255 bytes.
      return (await resolver.resolveTxt(domain)).map((parts) => parts.join(''));
    } catch {
      return [];
    } finally {
      clearTimeout(deadline);
    }
  }
}
