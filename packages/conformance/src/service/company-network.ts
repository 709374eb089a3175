import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server as HttpServer } from 'node:http';
import { type AddressInfo, connect, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

/** Made by openssl for 100 years: nobody trusts it, unless he is told to. */
export const COMPANY_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBkDCCATWgAwIBAgIUB5R/gS7fBGPmkDi/LsMm4B9cCggwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJQSBjb21wYW55MCAXDTI2MTEyOTEzNTcxNFoYDzIxMjYxMTA1
MTM1NzE0WjAUMRIwEAYDVQQDDAlBIGNvbXBhbnkwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASK98yphdmL3b8JGFmWnhmqIJXoXltaO1RW5csB8Empbiz47WKABeQS
Y9G5TwDQdu/LeXDB0A/I7qolFW4rKAmCo2MwYTAdBgNVHQ4EFgQU09ir1xuQcO2I
zIQymMH8jmy30IwwHwYDVR0jBBgwFoAU09ir1xuQcO2IzIQymMH8jmy30IwwDwYD
VR0TAQH/BAUwAwEB/zAOBgNVHQ8BAf8EBAMCAQYwCgYIKoZIzj0EAwIDSQAwRgIh
APQb6hjwrfFDjK7dZV2A7DQzGBG1cp/TMagFyiTcS/OUAiEAxYtR3+OztKC2K59p
rP3/fZxkjDrzD3evhFWBb3205uE=
-----END CERTIFICATE-----`;
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBsTCCAVegAwIBAgIUFWuAN0S7rEgBXukJsmgpirE5CK8wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJQSBjb21wYW55MCAXDTI2MTEyOTEzNTcxNVoYDzIxMjYxMTA1
MTM1NzE1WjAUMRIwEAYDVQQDDAkxMjcuMC4wLjEwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATygIeKkNFSDeOPVlA5GupiWHo7kgmJ2k9s4MLLoWyFttn72CMbKzOE
7xFtKVF17VIsJNltJB/a/AbYoNYI7y6Qo4GEMIGBMAkGA1UdEwQCMAAwDgYDVR0P
AQH/BAQDAgeAMBMGA1UdJQQMMAoGCCsGAQUFBwMBMA8GA1UdEQQIMAaHBH8AAAEw
HQYDVR0OBBYEFNvSc7R+qFUq7bpWmoahEla8Rn3eMB8GA1UdIwQYMBaAFNPYq9cb
kHDtiMyEMpjB/I5st9CMMAoGCCqGSM49BAMCA0gAMEUCIQDIIMX6LNXHZwEYgAm1
QAbxhz0j0l4X0HXbUXNdlpx5VgIgb1HxtUpan80l39ACafF3FP0y9PAAlO2e2cgx
bBU8XGc=
-----END CERTIFICATE-----`;
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgZwHTwriZp2jub8eU
W7Za1JNMnw0lXCPoEMAreOhQRUShRANCAATygIeKkNFSDeOPVlA5GupiWHo7kgmJ
2k9s4MLLoWyFttn72CMbKzOE7xFtKVF17VIsJNltJB/a/AbYoNYI7y6Q
-----END PRIVATE KEY-----`;

export interface Listening extends AsyncDisposable {
  /** Host and port. */
  readonly host: string;
}

/** The service behind a certificate that a company has signed. */
export function startPrivateService(port: number): Promise<Listening> {
  return listening(createTlsServer({ cert: CERTIFICATE, key: KEY }, (socket) => join(socket, connect(port, '127.0.0.1'))));
}

/** A proxy that lets nobody pass but a user and his password. `passed` are the hosts to which it led. */
export async function startProxy(user: string): Promise<Listening & { readonly passed: readonly string[] }> {
  const passed: string[] = [];
  const authorization = `Basic ${Buffer.from(user).toString('base64')}`;
  const server: HttpServer = createServer((_request, response) => void response.writeHead(405).end());
  server.on('connect', ({ url = '', headers }: IncomingMessage, socket: Socket) => {
    if (headers['proxy-authorization'] !== authorization) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nproxy-authenticate: Basic\r\ncontent-length: 0\r\n\r\n');
      return;
    }
    passed.push(url);
    const [host, port] = url.split(':');
    socket.write('HTTP/1.1 200 Connected\r\n\r\n');
    join(socket, connect(Number(port), host!));
  });
  return Object.assign(await listening(server), { passed });
}

function join(near: Socket, far: Socket): void {
  for (const [from, to] of [
    [near, far],
    [far, near],
  ] as const) {
    from.on('error', () => to.destroy()).on('close', () => to.destroy());
    from.pipe(to);
  }
}

async function listening(server: Server): Promise<Listening> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => void sockets.add(socket.on('close', () => sockets.delete(socket))));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
