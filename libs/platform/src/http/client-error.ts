import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

const ERRORS: { readonly [code: string]: readonly [status: number, error: string, detail: string] } = {
  HPE_HEADER_OVERFLOW: [431, 'RequestHeadersTooLarge', 'The address and headers of the request exceed the maximum allowed size'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'RequestTimeout', 'The request took too long to arrive'],
};

/** Responds to bytes that are not an HTTP request with a documented error, if the socket is still writable. */
export function respondToClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const [status, name, detail] = ERRORS[error.code ?? ''] ?? [400, 'BadRequest', 'Bad request'];
  const body = JSON.stringify({ error: name, detail });
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${body.length}`,
    'Cache-Control: private, no-store',
    `X-Request-Id: ${randomUUID()}`,
    'Connection: close',
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`);
}
