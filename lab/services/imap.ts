import { createServer, type TLSSocket } from 'node:tls';
import type { Authority } from './ca.ts';
import { listen, type Listening } from './listen.ts';

/** `noFolder` knows no folder, `limited` refuses searches, `slow` never answers a FETCH, `truncated` hangs up in the middle of a message, `reset` before one. */
export type ImapFault = 'noFolder' | 'limited' | 'slow' | 'truncated' | 'reset';

interface Stored {
  uid: number;
  bytes: Buffer;
  seen: boolean;
}

/** An IMAP server (RFC 3501, MOVE of RFC 6851) with one mailbox, as far as programs need it that fetch mail. */
export interface ImapServer extends Listening {
  host: string;
  address: string;
  user: string;
  password: string;
  /** By folder; `INBOX` and `Done` are there from the start. */
  folders: Map<string, Stored[]>;
  deliver(bytes: Buffer): void;
  /** Gives all messages new numbers, as a server does that was set up anew. */
  renumber(): void;
  /** How it misbehaves from now on, for so many commands where `times` is given; null for not at all. */
  setFault(fault: ImapFault | null, times?: number): void;
}

interface World {
  folders: Map<string, Stored[]>;
  validity: number;
  fault(...wanted: ImapFault[]): boolean;
}

const HOST = 'imap.lab-mail.net';
const USER = 'reports@lab-mail.net';
const PASSWORD = 'a password of the lab';

/** Starts it behind port 993 of its public-looking address. */
export async function startImap(authority: Authority): Promise<ImapServer> {
  let current: { fault: ImapFault | null; times: number } = { fault: null, times: 0 };
  const world: World = {
    folders: new Map([['INBOX', []], ['Done', []]]),
    validity: 1,
    fault: (...wanted) => current.fault !== null && wanted.includes(current.fault) && current.times-- > 0,
  };
  const server = createServer(authority.issue(HOST, 'good'), socket => serve(socket, world));
  server.on('tlsClientError', (_, socket) => socket.destroy());
  let lastUid = 0;
  return {
    ...await listen(server),
    host: HOST, address: '45.54.70.81', user: USER, password: PASSWORD, folders: world.folders,
    deliver: bytes => void world.folders.get('INBOX')!.push({ uid: ++lastUid, bytes, seen: false }),
    renumber: () => { world.validity++; },
    setFault: (fault, times = Infinity) => { current = { fault, times }; },
  };
}

function serve(socket: TLSSocket, world: World): void {
  const say = (line: string): void => void socket.write(`${line}\r\n`);
  let [signedIn, folder, buffer] = [false, null as Stored[] | null, ''];
  socket.on('error', () => {});
  say('* OK [CAPABILITY IMAP4rev1 MOVE] ready');
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    buffer += chunk;
    for (let end = buffer.indexOf('\r\n'); end >= 0; end = buffer.indexOf('\r\n')) {
      const line = buffer.slice(0, end);
      buffer = buffer.slice(end + 2);
      command(line);
    }
  });

  function command(line: string): void {
    const [, tag = '*', verb = '', rest = ''] = /^(\S+) (UID \S+|\S+) ?(.*)$/.exec(line) ?? [];
    const words = wordsOf(rest);
    const ok = () => say(`${tag} OK done`);
    const no = (code: string) => say(`${tag} NO [${code}] refused`);
    switch (verb.toUpperCase()) {
      case 'CAPABILITY': say('* CAPABILITY IMAP4rev1 MOVE'); return ok();
      case 'LOGIN':
        signedIn = words[0] === USER && words[1] === PASSWORD;
        return signedIn ? ok() : no('AUTHENTICATIONFAILED');
      case 'NOOP': return ok();
      case 'LOGOUT': say('* BYE'); ok(); return void socket.end();
    }
    if (!signedIn) return no('AUTHENTICATIONFAILED');
    switch (verb.toUpperCase()) {
      case 'LIST':
        // An empty pattern asks for nothing but the delimiter (RFC 3501 §6.3.8).
        if (words[1] === '') say('* LIST (\\Noselect) "/" ""');
        else for (const name of world.folders.keys()) say(`* LIST (\\HasNoChildren) "/" "${name}"`);
        return ok();
      case 'SELECT': return select(words[0]!, tag);
    }
    if (!folder) return say(`${tag} BAD no folder`);
    const chosen = (set: string) => folder!.map((message, at) => ({ message, at: at + 1 })).filter(({ message }) => isIn(message.uid, set, folder!));
    switch (verb.toUpperCase()) {
      case 'UID SEARCH': {
        if (world.fault('limited')) return no('LIMIT');
        say(`* SEARCH ${chosen(/UID (\S+)/i.exec(rest)?.[1] ?? '1:*').map(({ message }) => message.uid).join(' ')}`);
        return ok();
      }
      case 'UID FETCH': {
        if (world.fault('slow')) return;
        if (world.fault('reset')) return void socket.destroy();
        for (const { message, at } of chosen(words[0]!)) fetch(message, at, rest);
        return ok();
      }
      case 'UID STORE':
        for (const { message, at } of chosen(words[0]!)) {
          message.seen = true;
          say(`* ${at} FETCH (UID ${message.uid} FLAGS (\\Seen))`);
        }
        return ok();
      case 'UID MOVE': {
        const target = world.folders.get(words[1]!);
        if (!target) return no('TRYCREATE');
        for (const { message } of chosen(words[0]!)) {
          target.push(message);
          say(`* ${folder.indexOf(message) + 1} EXPUNGE`);
          folder.splice(folder.indexOf(message), 1);
        }
        return ok();
      }
    }
    say(`${tag} BAD unknown`);
  }

  function select(name: string, tag: string): void {
    folder = world.fault('noFolder') ? null : world.folders.get(name) ?? null;
    if (!folder) return say(`${tag} NO [NONEXISTENT] no such folder`);
    for (const line of ['FLAGS (\\Seen)', `${folder.length} EXISTS`, '0 RECENT', `OK [UIDVALIDITY ${world.validity}] ids`, `OK [UIDNEXT ${(folder.at(-1)?.uid ?? 0) + 1}] next`, 'OK [PERMANENTFLAGS (\\Seen)] flags']) say(`* ${line}`);
    say(`${tag} OK [READ-WRITE] open`);
  }

  function fetch({ uid, bytes }: Stored, at: number, wanted: string): void {
    if (!/BODY/i.test(wanted)) return say(`* ${at} FETCH (UID ${uid} RFC822.SIZE ${bytes.length})`);
    socket.write(`* ${at} FETCH (UID ${uid} BODY[] {${bytes.length}}\r\n`);
    if (world.fault('truncated')) return void socket.write(bytes.subarray(0, bytes.length >> 1), () => socket.destroy());
    socket.write(bytes);
    say(')');
  }
}

function wordsOf(text: string): string[] {
  return [...text.matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g)].map(([, quoted, plain]) => quoted?.replace(/\\(.)/g, '$1') ?? plain!);
}

/** Whether a number is in a set such as `3,5:8,10:*`; `*` is the largest. */
function isIn(uid: number, set: string, folder: readonly Stored[]): boolean {
  const last = folder.at(-1)?.uid ?? 0;
  return set.split(',').some(part => {
    const [from, to = from] = part.split(':').map(text => (text === '*' ? last : Number(text)));
    return uid >= Math.min(from!, to!) && uid <= Math.max(from!, to!);
  });
}
