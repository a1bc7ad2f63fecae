import type { z } from 'zod';
import type { Operations } from './app/registry.ts';
import type { AnyOperation, FileReply } from './core/operation.ts';

/** Every call of the service by its route, such as `GET /api/domains/{id}`, with what it takes and gives. */
export type Calls = CallsOf<Operations[number]>;

/** The calls that `Op`, a union of operations, offers. */
export type CallsOf<Op extends AnyOperation> = {
  [One in Op as `${One['method']} ${One['path']}`]: {
    input: One['method'] extends 'GET' ? {
      // What a query takes as text and turns into something else is given as that.
      [Name in keyof z.input<One['input']>]: unknown extends z.input<One['input']>[Name] ? z.output<One['input']>[Name] | undefined : z.input<One['input']>[Name]
    } : z.input<One['input']>;
    output: z.output<One['output']> extends FileReply ? never : z.output<One['output']>;
    /** Whether parts of the reply can be heard as they land. */
    streams: true extends One['streams'] ? true : false;
    /** Whether it is a list that comes in pages. */
    pages: z.output<One['output']> extends { data: readonly unknown[]; nextCursor: string | null } ? true : false;
    /** Whether the reply is no JSON. */
    file: z.output<One['output']> extends FileReply ? true : false;
  };
};
