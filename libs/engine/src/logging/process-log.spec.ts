import { runInContext, RequestContext } from '#engine/tenancy';
import { createLog, readable } from './process-log.ts';

const logTo = (settings: Parameters<typeof createLog>[0]) => {
  const lines: string[] = [];
  const log = createLog(settings, { process: 'test' }, { write: (line) => void lines.push(line) });
  return { log, lines: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>), text: () => lines.join('') };
};

test('lines of a work name its request and its organization', () => {
  const { log, lines } = logTo({ level: 'info', requests: true });
  const context = new RequestContext({ tenant: null, requestId: 'request-1' });
  context.organization = 'organization-1';
  runInContext(context, () => log.warn('Something', 'Mail'));
  log.log('Something else', { files: 2 }, 'Files');
  expect(lines()).toMatchObject([
    { level: 'warn', msg: 'Something', context: 'Mail', request_id: 'request-1', organization: 'organization-1' },
    { level: 'info', msg: 'Something else', context: 'Files', files: 2 },
  ]);
  expect(lines()[1]).not.toHaveProperty('request_id');
});

test('an error is logged with its cause and stack, without parameters of statements, rows, tokens and passwords', () => {
  const { log, lines, text } = logTo({ level: 'info', requests: true });
  const cause = Object.assign(new Error('connect to postgres://latchkey:secret-password@db:5432/latchkey failed'), {
    code: '23505',
    detail: 'Key (email)=(ada@example.com) already exists.',
  });
  const error = new Error(
    `insert into members (email) values ('ada@example.com') - duplicate key of latchkey_oat_0123456789abcdef`,
  );
  log.error('Storing failed', Object.assign(error, { cause }), 'Members');
  expect(lines()).toMatchObject([
    {
      msg: 'Storing failed',
      err: {
        type: 'Error',
        message: 'duplicate key of latchkey_…',
        stack: expect.stringMatching(/^duplicate key of .*\n\s+at /),
      },
    },
  ]);
  expect((lines()[0]!['err'] as { cause: object }).cause).toMatchObject({
    code: '23505',
    message: 'connect to postgres://…@db:5432/latchkey failed',
  });
  expect(text()).not.toMatch(/ada@example\.com|secret-password|0123456789abcdef/);
});

test('below the level nothing is logged, and lines of requests can be turned off', () => {
  const { log, lines } = logTo({ level: 'error', requests: true });
  log.warn('Something');
  log.debug('Something');
  expect(lines()).toEqual([]);
  expect(log.requests).toBeUndefined();
  expect(logTo({ level: 'info', requests: false }).log.requests).toBeUndefined();
  expect(logTo({ level: 'info', requests: true }).log.requests).toBeDefined();
});

test('lines of requests have the format of all others', () => {
  const { log, lines } = logTo({ level: 'info', requests: true });
  log.log('Something', 'Http');
  const before = Date.now();
  const request = { requestId: 'a', operation: 'GET /"x"', organization: undefined, status: 404, durationMs: 1.23456 };
  log.requests!.write({ ...request, code: 'ResourceNotFound', traceId: undefined });
  const [other, own] = lines();
  expect(own).toEqual({
    ...other,
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    request_id: 'a',
    operation: 'GET /"x"',
    status: 404,
    duration_ms: 1.235,
    code: 'ResourceNotFound',
    msg: 'request',
  });
  const time = Date.parse(own!['time'] as string);
  expect(before <= time && time <= Date.now()).toBe(true);
});

test('a line for people', () => {
  const line = {
    level: 'warn',
    time: '2026-11-24T07:00:01.120Z',
    process: 'api',
    pid: 1,
    context: 'Http',
    msg: 'request',
    status: 429,
  };
  expect(readable(JSON.stringify(line))).toBe('07:00:01.120 WARN  Http: request status=429\n');
});
