import assert from 'node:assert/strict';
import test, { after, suite } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { freePort } from '../http/index.ts';
import { sampleOperations, samplePorts, startSample, stopSamples } from '../http/testing.ts';
import { createMcpEndpoint } from './index.ts';

after(stopSamples);

const docsFolder = new URL('../../../docs', import.meta.url).pathname;

/** The sample operations as tools; `seen` tells what they noticed. */
async function startMcp() {
  const port = await freePort('127.0.0.1');
  const baseUrl = `http://localhost:${port}`;
  const { operations, seen } = sampleOperations();
  const { ports, seen: passed } = samplePorts();
  const { service } = await startSample({ baseUrl, operations, ports, also: createMcpEndpoint({ operations, ports, baseUrl, version: '1.0.0', docsFolder }) }, port);
  return { url: new URL(`${baseUrl}/mcp?toolsets=all`), service, seen, passed };
}

const bearer = { authorization: 'Bearer good' };
const waiting = { name: 'events_wait', arguments: { ms: 60_000 } };

/** Waits until `done`; the runner's own limit ends a wait in vain. */
async function until(done: () => boolean): Promise<void> {
  while (!done()) await new Promise(resolve => { setTimeout(resolve, 5); });
}

async function connect(url: URL): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers: bearer } }));
  return client;
}

void suite('a call that is given up', () => {
  test('is given up in the service, too (2026-07-28)', async () => {
    const { url, seen, passed } = await startMcp();
    const client = await connect(url);
    const gone = new AbortController();
    let heard = 0;
    const calling = client.callTool(waiting, { signal: gone.signal, onprogress: () => { heard++; } });
    calling.catch(() => undefined);
    await until(() => heard > 0);
    gone.abort();
    await assert.rejects(calling);
    await until(() => seen.aborted === 1);
    assert.deepEqual(passed.reported, []);
    await client.close();
  });

  test('is given up in the service when the connection goes (2025-11-25)', async () => {
    const { url, seen, passed } = await startMcp();
    const gone = new AbortController();
    const headers = { ...bearer, 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const params = { ...waiting, _meta: { progressToken: 1 } };
    const { body } = await fetch(url, { method: 'POST', headers, signal: gone.signal, body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }) });
    await body!.getReader().read();
    gone.abort();
    await until(() => seen.aborted === 1);
    assert.deepEqual(passed.reported, []);
  });

  test('by the service, because it stops, holds up nothing', async () => {
    const { url, service, seen } = await startMcp();
    const client = await connect(url);
    let heard = 0;
    const calling = client.callTool(waiting, { onprogress: () => { heard++; } });
    const ended = assert.rejects(calling);
    await until(() => heard > 0);
    await service.drain();
    assert.equal(seen.aborted, 1);
    await client.close();
    await ended;
  });
});

test('one message is counted once, whatever its call asks', async () => {
  const { url, passed } = await startMcp();
  const client = await connect(url);
  const before = passed.counted;
  await client.callTool({ name: 'domains_read', arguments: { id: 'x' } });
  assert.equal(passed.counted, before + 1);
  await client.close();
});
