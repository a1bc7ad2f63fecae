// The targets of the bench of checks, as a process of their own: a resolver for names below bench.example, an HTTPS server, and one that never answers. Says where they are as one line of JSON.
import { createServer } from 'node:net';
import { createServer as createHttpsServer } from 'node:https';
import { startLab, worldOf } from '../lab/index.ts';
import { createAuthority } from '../lab/services/ca.ts';
import { listen } from '../lab/services/listen.ts';

const lab = await startLab({ world: worldOf([{ name: 'bench.example', records: '*.good A 45.54.7.1\n*.silent A 45.54.7.2' }]) });
const authority = createAuthority(Date.now());
const { key, cert } = authority.issue('*.good.bench.example', 'valid');
let requests = 0;
const body = JSON.stringify({ status: 'ok', filler: 'x'.repeat(1400) });
const https = await listen(createHttpsServer({ key, cert }, (request, response) => {
  if (request.url === '/count') response.end(String(requests));
  else {
    requests++;
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(body);
  }
}));
const silent = await listen(createServer(socket => socket.on('error', () => {})));
process.stdout.write(`${JSON.stringify({ dns: lab.resolver ?? null, https: https.port, silent: silent.port, ca: authority.pem })}\n`);
const parent = process.ppid;
setInterval(() => { if (process.ppid !== parent) process.exit(1); }, 500);
