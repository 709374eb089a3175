import { resourceOf } from './resources.ts';

const ISSUER = 'https://keys.example.com';
const API = ISSUER;
const MCP = `${ISSUER}/mcp`;

test.each([
  [ISSUER, API],
  [`${ISSUER}/`, API],
  ['HTTPS://Keys.Example.com:443', API],
  [MCP, MCP],
  [`${MCP}/`, MCP],
  [`${MCP}?x=1`, undefined],
  [`${MCP}/x`, undefined],
  [`${MCP}x`, undefined],
  [`${ISSUER}/v1`, undefined],
  ['http://keys.example.com/mcp', undefined],
  ['https://keys.example.com.evil.example/mcp', undefined],
  ['https://evil.example/mcp', undefined],
  ['mcp', undefined],
  ['', undefined],
])('%j is %j', (indicator, expected) => {
  expect(resourceOf(indicator, ISSUER)).toBe(expected);
});
