import type { LabServer } from '../types.ts';
import type { Face } from './face.ts';
import { respond, transfer, type ZoneTable } from './respond.ts';

/** A server that answers from `zones`, and where it has bad habits from more; `resolver` is whom it asks for others. */
export function authorityFace({ name, habits = [] }: LabServer, zones: ZoneTable, resolver: Face): Face {
  const has = new Set(habits);
  return {
    at: name,
    habits: has,
    async answer(query, transport) {
      if (has.has('transfers') && transport === 'tcp' && query.question!.type === 'AXFR') return transfer(zones, query);
      const reply = respond(zones, query);
      const foreign = reply.rcode === 'REFUSED' && query.recursionDesired && has.has('recurses');
      return foreign ? resolver.answer(query, transport) : reply;
    },
  };
}
