import { createServer } from 'node:http';

/** A port of `host` on which nobody listens now; whoever is faster may take it. */
export async function freePort(host: string): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => { server.once('error', reject).listen(0, host, resolve); });
  const bound = server.address();
  await new Promise(resolve => { server.close(resolve); });
  return (bound as { port: number }).port;
}
