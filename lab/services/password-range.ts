import { createHash } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import { listen, type Listening } from './listen.ts';

export const passwordRangeFaults = ['serverError', 'malformed', 'silent', 'huge', 'reset'] as const;
export type PasswordRangeFault = (typeof passwordRangeFaults)[number];

/** A range service for leaked passwords; it knows a few of the best known ones. */
export interface PasswordRange extends Listening {
  /** Ends where the five digits follow. */
  url: string;
  /** How it misbehaves from now on; null for not at all. */
  setFault(fault: PasswordRangeFault | null): void;
  /** The paths asked for since the last call. */
  takeAsked(): string[];
}

const leaked = ['password', 'password1', '12345678', 'qwertyuiop', 'correct horse battery staple', 'letmein123'].map(sha1);
const PADDING_LINES = 20;
const HUGE_LINES = 20_000;

/** Answers `/range/<five hexadecimal digits>` by plain HTTP as the service of "Have I Been Pwned" does, always with padding. */
export async function startPasswordRange(): Promise<PasswordRange> {
  let fault: PasswordRangeFault | null = null;
  const asked: string[] = [];
  const listening = await listen(createServer((request, response) => {
    asked.push(request.url!);
    const prefix = /^\/range\/([0-9A-Fa-f]{5})$/.exec(request.url!)?.[1]?.toUpperCase();
    if (prefix === undefined) return void response.writeHead(400).end('The hash prefix was not in a valid format');
    return answer(prefix, fault, response);
  }));
  return {
    ...listening,
    url: `http://127.0.0.1:${listening.port}/range/`,
    setFault: next => { fault = next; },
    takeAsked: () => asked.splice(0),
  };
}

function answer(prefix: string, fault: PasswordRangeFault | null, response: ServerResponse): void {
  switch (fault) {
    case 'silent': return;
    case 'reset': return void response.destroy();
    case 'serverError': return void response.writeHead(503).end('Service unavailable');
    case 'malformed': return void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome to the network</h1>');
    case 'huge': return void response.writeHead(200).end(lines(prefix, HUGE_LINES));
    case null: return void response.writeHead(200, { 'content-type': 'text/plain' }).end(lines(prefix, PADDING_LINES));
  }
}

function lines(prefix: string, padding: number): string {
  const found = leaked.filter(hash => hash.startsWith(prefix)).map(hash => `${hash.slice(5)}:4711`);
  const padded = Array.from({ length: padding }, (_, at) => `${sha1(`padding ${prefix} ${at}`).slice(5)}:0`);
  return [...padded, ...found].toSorted().join('\r\n');
}

function sha1(text: string): string {
  return createHash('sha1').update(text, 'utf8').digest('hex').toUpperCase();
}
