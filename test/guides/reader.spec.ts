import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { blocksOf, sectionsOf } from '../support/code-blocks.ts';
import { ROOT } from '../support/processes.ts';
import { Reader } from './reader.ts';

let data: string;
beforeAll(() => {
  data = mkdtempSync(join(tmpdir(), 'latchkey-no-service-'));
  writeFileSync(join(data, 'demo.json'), JSON.stringify({ base_url: '', organization: {}, tokens: {} }));
});
afterAll(() => rmSync(data, { recursive: true }));

/** Follows a page of this text. */
async function follow(text: string): Promise<string[]> {
  await using reader = await Reader.begin({ installation: ROOT, data, ports: { 4000: 4001 } });
  const page = join(reader.folder, 'page.md');
  writeFileSync(page, text);
  return (await reader.follow(page)).map(({ shown, printed }) => `${shown}${printed}`);
}

test('what is printed is compared with what a page shows, in all of its sections', async () => {
  const set = '```sh\nNAME=two\n```\n';
  const print = '```sh file\necho 4000\n```\n```sh\necho one $NAME; sh file\n```\n';
  expect(await follow(`${set}## Next\n${print}\`\`\`text\none …\n4001\n\`\`\`\n`)).toEqual([]);
  expect(await follow(`${set}${print}\`\`\`text\none … three\n\`\`\`\n`)).toEqual(['one … three\none two\n4001\n']);
});

test.each([
  ['```sh\nfalse\n```\n', 'Exit status 1'],
  ['```sh\nexit 3\n```\n', 'Exit status undefined'],
  ['```js\n1;\n```\n', 'needs the name of a file'],
])('a page of %j cannot be followed', async (text, problem) => {
  await expect(follow(text)).rejects.toThrow(problem);
});

test('guides name the files of blocks in their text, because readers do not see the first line of a block', () => {
  for (const page of globSync('docs/guides/*.md', { cwd: ROOT })) {
    const text = readFileSync(join(ROOT, page), 'utf8').replace(/^```[^]*?^```$/gm, '');
    const blocks = ['', ...sectionsOf(page)].flatMap((section) => blocksOf(page, section));
    expect(blocks.filter(({ file }) => file !== undefined && !text.includes(`\`${file}\``))).toEqual([]);
  }
});
