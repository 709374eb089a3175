import type { OpenAPIObject } from '@nestjs/swagger';
import { type ApiVersion, FIRST_API_VERSION } from '#support/api-versions';
import type { Schemas } from '../open-api-examples.ts';
import { OperationPages } from './operation-page.ts';
import { type Operation, operationsOf, schemasOf } from './operations.ts';
import type { Page } from './page.ts';
import type { PublicClient } from './samples/public-client.ts';
import { samplesOf } from './samples/samples.ts';

interface Described {
  readonly version: ApiVersion;
  readonly schemas: Schemas;
  readonly pages: OperationPages;
  readonly operations: ReadonlyMap<string, Operation>;
}

const describedBy = ([version, document]: readonly [ApiVersion, OpenAPIObject]): Described => {
  const schemas = schemasOf(document);
  const operations = new Map(operationsOf(document).map((each) => [each.id, each]));
  return { version, schemas, pages: new OperationPages(schemas, version), operations };
};

/** The pages of operations and events; one that a later version shows otherwise has a page for that version, and leads to it. */
export function versionedPages(documents: ReadonlyMap<ApiVersion, OpenAPIObject>, client: PublicClient): Page[] {
  const all = [...documents].map(describedBy);
  return [...all[0]!.operations.keys()].flatMap((id) => pagesOf(id, all, client));
}

/** The name of a page: that of the first version has none of a version. */
const nameOf = (id: string, version: ApiVersion): string => (version === FIRST_API_VERSION ? id : `${id}.${version}`);

function pagesOf(id: string, all: readonly Described[], client: PublicClient): Page[] {
  /** The version whose page each version has: its own, or that of the version before. */
  const shownAs = new Map<ApiVersion, Described>();
  let last = all[0]!;
  for (const each of all) {
    if (each === last || textOf(id, each) !== textOf(id, last)) last = each;
    shownAs.set(each.version, last);
  }
  return all
    .filter((each) => shownAs.get(each.version) === each)
    .map(({ version, schemas, pages, operations }) => {
      const operation = operations.get(id)!;
      const links = [...shownAs].map(([other, { version: page }]) =>
        page === version ? `**${other}**` : `[${other}](${nameOf(id, page)}.md)`,
      );
      const isSame = new Set(shownAs.values()).size === 1;
      const samples = operation.isEvent ? null : samplesOf(operation, schemas, client, version);
      return pages.pageOf(operation, samples, isSame ? null : `Version: ${links.join(' · ')}`, nameOf(id, version));
    });
}

/** What a page says, but for the version that the document has. */
const textOf = (id: string, { pages, operations, version }: Described): string =>
  pages.pageOf(operations.get(id)!, null).markdown.replaceAll(version, '');
