import type { FastifyReply, FastifyRequest } from 'fastify';

/** A request, its reply and its connection as Node gives them. */
export type RawRequest = FastifyRequest['raw'];
export type RawReply = FastifyReply['raw'];
export type Socket = RawRequest['socket'];
