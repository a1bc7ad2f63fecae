import type { EndpointSight } from '../../../../core/outside/endpoint-probes.ts';
import { inMaintenance } from '../machine/maintenance.ts';
import type { Result } from '../machine/outcome.ts';
import { isoOf } from '../present.ts';
import type { ChecksServices } from '../services.ts';
import type { TryRecord } from '../shapes.ts';
import { Admission } from './admission.ts';
import type { Definition } from './definition.ts';
import { judge } from './judge.ts';
import type { Proofs } from './proofs.ts';
import { redactedReply, withoutSecrets } from './redact.ts';
import { requestOf } from './request.ts';

/** One try of a check. */
export interface Tried {
  result: Result;
  error: string | null;
  tlsExpiresAt: number | null;
  seen: TryRecord;
}

/** Does the check once, in the turn of its host. During maintenance its outcome counts as such. `isMail` is for the mail servers of a domain. */
export async function tryCheck(services: ChecksServices, definition: Definition, { isMail, proofs }: { isMail: boolean; proofs: Proofs }, signal: AbortSignal): Promise<Tried> {
  const { endpoints, clock } = services;
  const request = requestOf(definition, isMail);
  if (request === null) throw new TypeError('A push check waits to be called.');
  const admission = new Admission(services, { ...definition, isMail }, proofs);
  const refusal = await admission.begin(signal);
  const at = clock.now();
  const sight = refusal === null ? await endpoints(request, { timeoutMs: definition.check.timeoutMs, signal, admit: admission.admit }) : notAsked(refusal);
  return triedBy(definition, sight, at);
}

function notAsked(cause: string): EndpointSight {
  return {
    phases: { dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null, totalMs: 0 }, address: null, failure: { kind: 'notAsked', cause }, status: null, headers: [], body: '', bodyBytes: 0,
    tlsExpiresAt: null, answers: [], rcode: null,
  };
}

/** What a sight comes to. Pure. */
function triedBy({ check, secrets }: Definition, sight: EndpointSight, at: number): Tried {
  const hidden = Object.values(secrets);
  const { outcome, cause, error, conditions } = judge(check, sight, at);
  const shown = error === null ? null : withoutSecrets(error, hidden);
  const isExpected = (outcome === 'down' || outcome === 'unknown') && inMaintenance(check.maintenance, at);
  const isMeasured = sight.failure === null || sight.phases.firstByteMs !== null;
  const result: Result = { at, outcome: isExpected || inMaintenance(check.maintenance, at) ? 'maintenance' : outcome, cause, durationMs: isMeasured ? Math.round(sight.phases.totalMs) : null, status: sight.status };
  return {
    result, error: shown, tlsExpiresAt: sight.tlsExpiresAt,
    seen: {
      at: isoOf(at)!, outcome, durationMs: result.durationMs, status: sight.status, cause, error: shown, address: sight.address, tlsExpiresAt: isoOf(sight.tlsExpiresAt), phases: rounded(sight.phases),
      conditions: conditions.map(one => ({ ...one, condition: withoutSecrets(one.condition, hidden), observed: withoutSecrets(one.observed, hidden) })),
      reply: outcome === 'up' ? null : redactedReply(sight, hidden),
    },
  };
}

/** Whole milliseconds: nothing finer is measured over a network. */
function rounded(phases: EndpointSight['phases']): EndpointSight['phases'] {
  return Object.fromEntries(Object.entries(phases).map(([phase, ms]: [string, number | null]) => [phase, ms === null ? null : Math.round(ms)])) as unknown as EndpointSight['phases'];
}
