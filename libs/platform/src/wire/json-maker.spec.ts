import { nullable, object, optional } from './composite.ts';
import { JsonText } from '#support/json';
import { jsonMaker } from './json-maker.ts';
import { metadata } from './metadata.ts';
import { boolean, integer } from './number.ts';
import { oneOf, text } from './text.ts';
import { timestamp } from './time.ts';
import { uuid4 } from './uuid.ts';
import { viewMaker } from './view.ts';

const View = object({
  id: uuid4(),
  parent_id: nullable(uuid4()),
  created_at: timestamp(),
  modified_at: nullable(timestamp()),
  name: text(),
  nick_name: nullable(text()),
  status: oneOf(['on', 'off']),
  usage: integer({ ge: 0 }),
  limit_usage: nullable(integer({ gt: 0 })),
  is_new: boolean(),
  meta_data: metadata(),
  left_out: optional(metadata()),
});

const source = {
  id: '955eefe0-8f47-4a7c-b0cf-8346e60b00d1',
  parentId: null,
  createdAt: new Date('2026-11-22T10:00:00.120Z'),
  modifiedAt: null,
  name: 'A "quoted" \\ name\n\u2028 \ud83d\ude00 \ud800',
  nickName: null,
  status: 'on' as const,
  usage: 0,
  limitUsage: null,
  isNew: true,
  metaData: { '"': '\\', n: 1.5, b: false },
};

test('writes what JSON.stringify writes', () => {
  expect(jsonMaker(View)(source).text).toBe(JSON.stringify(viewMaker(View)(source)));
  const given = {
    ...source,
    parentId: source.id,
    modifiedAt: source.createdAt,
    nickName: 'Ünal',
    limitUsage: Number.MAX_SAFE_INTEGER,
    leftOut: { here: true },
  };
  expect(jsonMaker(View)(given).text).toBe(JSON.stringify(viewMaker(View)(given)));
});

test('contains no field that the view does not declare', () => {
  expect(jsonMaker(View)({ ...source, secret: 'x' } as typeof source).text).not.toContain('secret');
});

test('takes over what is written already', () => {
  const Outer = object({ inner: View, other: nullable(View) });
  const inner = jsonMaker(View)(source);
  const written = jsonMaker(Outer)({ inner, other: null });
  expect(written.text).toBe(`{"inner":${inner.text},"other":null}`);
  expect(JSON.stringify({ written })).toBe(`{"written":${written.text}}`);
});

test('is part of other JSON', () => {
  expect(JSON.stringify([new JsonText('{"a":1}')])).toBe('[{"a":1}]');
});
