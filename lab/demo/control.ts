import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from '../services/listen.ts';

/** Something that the reader of a demo can break, and repair again. */
export interface Breakable {
  /** In the address, such as `mx`. */
  id: string;
  title: string;
  /** What to expect, and how soon. */
  says: string;
  /** Resolves once it is done; the result undoes it. */
  break(): Promise<() => void | Promise<void>>;
}

export interface ControlOptions {
  breakables: readonly Breakable[];
  /** Unguessable: whoever has it signs in. */
  token: string;
  /** The cookies of somebody who has just signed in. */
  signIn(): Promise<readonly string[]>;
  /** Where the dashboard is. */
  dashboardUrl: string;
}

/** The page of a running demo. */
export interface Control {
  url: string;
  /** Signs in with one click, and opens the dashboard. */
  enterUrl: string;
  stop(): Promise<void>;
}

interface State extends Breakable {
  undo: (() => void | Promise<void>) | null;
  busy: boolean;
}

/** Starts the page on loopback: a link that signs in, and buttons that break something. Only loopback names are answered, so that no other website reaches it. */
export async function startControl({ breakables, token, signIn, dashboardUrl }: ControlOptions): Promise<Control> {
  const states: State[] = breakables.map(breakable => ({ ...breakable, undo: null, busy: false }));
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(500, { 'content-type': 'text/plain' }).end(`${(error as Error).message}\n`));
  });
  const { port, stop } = await listen(server);
  const url = `http://localhost:${port}/`;
  return { url, enterUrl: `${url}enter/${token}`, stop };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!/^(localhost|127\.0\.0\.1)(:\d+)?$/.test(request.headers.host ?? '')) return say(response, 403, 'This page is for this machine alone.\n');
    const [, what = '', which = ''] = request.url!.split('?', 1)[0]!.split('/');
    if (request.method === 'GET' && what === '') return void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'" }).end(page(states, `/enter/${token}`));
    if (request.method === 'GET' && what === 'enter' && isSame(which, token)) return void response.writeHead(303, { 'location': dashboardUrl, 'set-cookie': [...await signIn()], 'cache-control': 'no-store' }).end();
    const state = states.find(({ id }) => id === which);
    if (request.method !== 'POST' || !state || (what !== 'break' && what !== 'repair')) return say(response, 404, 'There is no such page.\n');
    if (request.headers['sec-fetch-site'] === 'cross-site') return say(response, 403, 'Other websites may not break anything.\n');
    await change(state, what);
    if (request.headers.accept?.includes('text/html')) return void response.writeHead(303, { location: '/' }).end();
    say(response, 200, `${what === 'break' ? `${state.title}. ${state.says}` : 'It is as it was.'}\n`);
  }
}

/** Twice the same changes nothing. */
async function change(state: State, what: 'break' | 'repair'): Promise<void> {
  if (state.busy || (what === 'break') === (state.undo !== null)) return;
  state.busy = true;
  try {
    if (what === 'break') state.undo = await state.break();
    else {
      await state.undo!();
      state.undo = null;
    }
  } finally {
    state.busy = false;
  }
}

function isSame(given: string, wanted: string): boolean {
  return given.length === wanted.length && timingSafeEqual(Buffer.from(given), Buffer.from(wanted));
}

function say(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(text);
}

function page(states: readonly State[], enter: string): string {
  const rows = states.map(({ id, title, says, undo }) => `<li><h2>${title}</h2><p>${says}</p>
<form method="post" action="/${undo ? 'repair' : 'break'}/${id}"><button>${undo ? 'Undo' : 'Break it'}</button>${undo ? ' <strong>Broken now.</strong>' : ''}</form></li>`);
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>The demo</title>
<style>:root{color-scheme:light dark;font:16px/1.5 system-ui}body{max-width:44rem;margin:2rem auto;padding:0 1rem}ul{list-style:none;padding:0}li{border-top:1px solid #8888;padding:.5rem 0}h2{font-size:1.1rem;margin:.5rem 0 0}p{margin:.25rem 0 .5rem}button{font:inherit;padding:.3rem .9rem}</style>
<h1>Break something</h1><p>This is a small Internet on your own machine. Change it, and watch the alert arrive in <a href="${enter}">the dashboard</a>.</p><ul>${rows.join('')}</ul></html>\n`;
}
