import 'reflect-metadata';
import { BadRequestException, Body, Controller, Module, Post, Query, StandardSchemaValidationPipe } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { withDefault, described, integer, list, nullable, object, optional, text, timestamp } from '#platform/wire';
import { createAdapter } from './server.ts';

const Part = object({ size: integer({ gt: 0 }) }, 'Part');
const Thing = object(
  {
    name: described(text({ min: 2 }), 'The name of the thing.', { example: 'Lamp' }),
    parts: list(Part),
    note: optional(nullable(text())),
    since: timestamp(),
  },
  'Thing',
);
const count = withDefault(integer({ ge: 1 }), () => 10);

describe("Nest's validation pipe", () => {
  const pipe = new StandardSchemaValidationPipe();
  const transform = (value: unknown, schema: typeof Thing | typeof count) => pipe.transform(value, { type: 'body', schema });

  test('returns what the field reads', async () => {
    const sent = { name: 'Lamp', parts: [{ size: '3' }], since: '2026-01-02T03:04:05Z', unknown: true };
    const read = { name: 'Lamp', parts: [{ size: 3 }], since: new Date('2026-01-02T03:04:05Z') };
    expect(await transform(sent, Thing)).toEqual(read);
  });

  test('rejects with every issue and its path', async () => {
    const rejected = transform({ name: 'L', parts: [{ size: 1 }, { size: 0 }] }, Thing);
    await expect(rejected).rejects.toBeInstanceOf(BadRequestException);
    await expect(rejected).rejects.toMatchObject({
      response: {
        message: [
          'name: String should have at least 2 characters',
          'parts.1.size: Input should be greater than 0',
          'since: Field required',
        ],
      },
    });
  });

  test('returns the default of a missing field', async () => {
    expect(await transform(undefined, count)).toBe(10);
    expect(await transform('3', count)).toBe(3);
  });
});

test("Nest's OpenAPI generator takes the schemas of fields", async () => {
  @Controller('things')
  class ThingsController {
    @Post()
    create(@Body({ schema: Thing }) _thing: unknown, @Query('count', { schema: count }) _count: unknown): void {}
  }
  @Module({ controllers: [ThingsController] })
  class ThingsModule {}

  const app = await NestFactory.create(ThingsModule, createAdapter([]), { preview: true, logger: false });
  const { paths, components } = SwaggerModule.createDocument(app, new DocumentBuilder().build());
  const { requestBody, parameters } = paths['/things']!.post!;

  expect(requestBody).toMatchObject({ content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } });
  expect(parameters).toEqual([
    { name: 'count', in: 'query', required: true, schema: { type: 'integer', minimum: 1, maximum: 2_147_483_647, default: 10 } },
  ]);
  expect(components!.schemas).toEqual({
    Part: {
      type: 'object',
      properties: { size: { type: 'integer', minimum: 0, exclusiveMinimum: true, maximum: 2_147_483_647 } },
      required: ['size'],
    },
    Thing: {
      type: 'object',
      properties: {
        name: { type: 'string', minLength: 2, description: 'The name of the thing.', example: 'Lamp' },
        parts: { type: 'array', items: { $ref: '#/components/schemas/Part' } },
        note: { type: 'string', nullable: true },
        since: { type: 'string', format: 'date-time' },
      },
      required: ['name', 'parts', 'since'],
    },
  });
});
