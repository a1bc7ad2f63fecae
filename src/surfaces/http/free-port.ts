import fastify from 'fastify';

/** A port of `host` on which nobody listens now; anyone who is faster may take it. */
export async function freePort(host: string): Promise<number> {
  return listenOnce(host, 0);
}

/** Why nobody could listen there now, such as `EADDRINUSE`; null where it is free. */
export function whyNotListen(host: string, port: number): Promise<NodeJS.ErrnoException | null> {
  return listenOnce(host, port).then(() => null, (error: NodeJS.ErrnoException) => error);
}

/** Listens for a moment; gives the port. */
async function listenOnce(host: string, port: number): Promise<number> {
  const app = fastify();
  await app.listen({ host, port });
  const bound = app.server.address() as { port: number };
  await app.close();
  return bound.port;
}
