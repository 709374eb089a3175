import type { Send } from '../../../../libs/support/src/catalogs/catalog.ts';
import { ApiProblem } from '../../api/problem.ts';
import { fetchInSession } from '../../ui/sign-in-again.tsx';

/** Requests to the API, whatever it has, that see one organization only. */
export const sendTo =
  (organizationId: string): Send =>
  async (method, path, body) => {
    const headers = { 'polar-organization': organizationId, ...(body && { 'content-type': 'application/json' }) };
    const request = new Request(`/console/api${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    const response = await fetchInSession(request).catch(() => {
      throw ApiProblem.unreachable();
    });
    const text = await response.text();
    const value: unknown = text === '' ? undefined : JSON.parse(text);
    if (!response.ok) throw ApiProblem.from(response, value);
    return value;
  };
