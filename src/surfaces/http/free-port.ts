import fastify from 'fastify';

/** A port of `host` on which nobody listens now; whoever is faster may take it. */
export async function freePort(host: string): Promise<number> {
  const app = fastify();
  await app.listen({ host, port: 0 });
  const bound = app.server.address() as { port: number };
  await app.close();
  return bound.port;
}
