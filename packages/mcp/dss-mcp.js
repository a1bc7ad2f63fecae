#!/usr/bin/env node
// An MCP server on standard input and output (one JSON message a line) that hands each message to the MCP server of a running service, by HTTP.
import { createInterface } from 'node:readline';

const ERROR = -32603;
/** What names the thing that a message is about: it stands in a header as well (MCP 2026-07-28, streamable HTTP). */
const NAMED = { 'tools/call': 'name', 'prompts/get': 'name', 'resources/read': 'uri' };

const { DSS_URL: url, DSS_KEY: key } = process.env;
if (!url || !key) {
  process.stderr.write('Set DSS_URL to the address of the service, such as https://dss.example.org, and DSS_KEY to an API key of it.\n');
  process.exit(2);
}
const address = new URL(`/mcp?${new URLSearchParams(options(process.argv.slice(2)))}`, url);
const underWay = new Map();
/** The revision that an older client has agreed on; newer ones say theirs in each message. */
let agreed = null;

const lines = createInterface({ input: process.stdin });
lines.on('line', line => { if (line.trim() !== '') void take(line); });
lines.on('close', () => { for (const call of underWay.values()) call.abort(); });

/** `--toolsets a,b`, `--read-only` and `--schemas full`, as the service takes them. */
function options(args) {
  const query = {};
  while (args.length > 0) {
    const option = args.shift();
    if (option === '--read-only') query.readonly = '1';
    else if ((option === '--toolsets' || option === '--schemas') && args.length > 0) query[option.slice(2)] = args.shift();
    else {
      process.stderr.write('Usage: dss-mcp [--toolsets <name,…>] [--read-only] [--schemas slim|full]\n');
      process.exit(2);
    }
  }
  return query;
}

async function take(line) {
  let message;
  try {
    message = JSON.parse(line);
  } catch {
    return say({ jsonrpc: '2.0', id: null, error: { code: -32700, message: 'That is no JSON.' } });
  }
  if (message.method === 'notifications/cancelled') return underWay.get(message.params?.requestId)?.abort();
  const call = new AbortController();
  if (message.id !== undefined) underWay.set(message.id, call);
  try {
    await answer(message, await fetch(address, { method: 'POST', headers: headersOf(message), body: line, signal: call.signal }));
  } catch (error) {
    if (!call.signal.aborted) refuse(message, `The service at ${address.origin} does not answer: ${error.cause?.message ?? error.message}`);
  } finally {
    underWay.delete(message.id);
  }
}

function headersOf({ method, params }) {
  const name = params?.[NAMED[method]];
  const version = params?._meta?.['io.modelcontextprotocol/protocolVersion'] ?? agreed;
  return {
    authorization: `Bearer ${key}`, 'content-type': 'application/json', accept: 'application/json, text/event-stream',
    ...(method === undefined ? {} : { 'mcp-method': method }),
    ...(typeof name === 'string' ? { 'mcp-name': headerText(name) } : {}),
    ...(version === null ? {} : { 'mcp-protocol-version': version }),
  };
}

function headerText(text) {
  return /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text) ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`;
}

/** Hands on the messages of a reply, which is one or a stream of them. */
async function answer(message, response) {
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('text/event-stream')) {
    for await (const data of eventsOf(response.body)) hand(message, JSON.parse(data));
  } else if (type.startsWith('application/json')) hand(message, await response.json());
  else if (!response.ok) refuse(message, (await response.json().catch(() => ({}))).detail ?? `The service answers ${response.status}.`);
}

/** The data of each event (HTML, server-sent events); comments are dropped. */
async function* eventsOf(body) {
  let rest = '';
  for await (const text of body.pipeThrough(new TextDecoderStream())) {
    const events = (rest + text).split(/\r?\n\r?\n/);
    rest = events.pop();
    for (const event of events) {
      const data = event.split(/\r?\n/).filter(line => line.startsWith('data:')).map(line => line.slice(5).trimStart()).join('\n');
      if (data !== '') yield data;
    }
  }
}

function hand({ method }, reply) {
  if (method === 'initialize' && reply.result) agreed = reply.result.protocolVersion;
  say(reply);
}

function refuse({ id }, text) {
  process.stderr.write(`${text}\n`);
  if (id !== undefined) say({ jsonrpc: '2.0', id, error: { code: ERROR, message: text } });
}

function say(message) {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}
