import { isIP } from 'node:net';
import { Accepted, all, Convert, must, toList } from './setting-decorators.ts';

/** A host, with a port or an empty text for any port. */
export interface AllowedHost {
  readonly host: string;
  readonly port: string;
}

const HOST = /^(?<host>[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\])(:(?<port>\d{1,5}))?$/;

function toHost(text: string): AllowedHost | undefined {
  const { host, port = '' } = HOST.exec(text)?.groups ?? {};
  return host === undefined || Number(port) > 65_535 ? undefined : { host, port };
}

/** Host names and IP addresses, each with or without a port, separated by commas. */
export const AreHosts = (): PropertyDecorator =>
  all(
    Convert((text) => (text.trim() === '' ? [] : toList(text).map(toHost))),
    Accepted('isHost', (value) => value !== undefined, {
      each: true,
      ...must('be hosts such as hooks.example.com, 10.0.0.5:8080 or [::1], separated by commas'),
    }),
  );

/** Programs with a browser inside have schemes of their own. */
const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[^/?#@*\sA-Z]+$/;

/** Origins as browsers write them, separated by commas. */
export const AreOrigins = (): PropertyDecorator =>
  all(
    Convert((text) => (text.trim() === '' ? [] : toList(text))),
    Accepted('isOrigin', (value) => ORIGIN.test(String(value)), {
      each: true,
      ...must('be origins such as https://chat.example.com, without a path, separated by commas'),
    }),
  );

/** Hosts with ports, separated by commas; becomes nodes. */
export const AreNodes = (defaultPort: number): PropertyDecorator =>
  all(
    Convert((text) =>
      toList(text).map((part) => {
        const { host, port } = toHost(part) ?? {};
        return host && { host: host.replace(/[[\]]/g, ''), port: Number(port || defaultPort) };
      }),
    ),
    Accepted('isNode', (value) => value !== undefined, {
      each: true,
      ...must(`be hosts with their ports such as redis-1:${defaultPort},redis-2:${defaultPort}`),
    }),
  );

/** Names of private networks that the HTTP server knows. */
const NAMED_NETWORKS = new Set(['loopback', 'linklocal', 'uniquelocal']);

function isNetwork(value: unknown): boolean {
  const text = String(value);
  const [, address, bits] = /^([^/]+)(?:\/([1-9]\d{0,2}))?$/.exec(text) ?? [];
  const version = isIP(address ?? '');
  return NAMED_NETWORKS.has(text) || (version !== 0 && Number(bits ?? 0) <= (version === 4 ? 32 : 128));
}

export const AreNetworks = (): PropertyDecorator =>
  all(
    Convert(toList),
    Accepted('isNetwork', isNetwork, {
      each: true,
      ...must('be IP addresses or networks such as 10.0.0.0/8, separated by commas'),
    }),
  );
