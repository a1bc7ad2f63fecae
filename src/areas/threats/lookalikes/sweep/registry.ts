import { registeredDomain } from '../../../../core/domain-name.ts';
import type { RegistryLookup } from '../../../../core/outside/probes.ts';
import { readReply } from '../../../../checks/registration/collect.ts';
import type { LookalikeRow } from '../shapes.ts';
import type { Learnt } from '../store/keep.ts';

const DAY_MS = 86_400_000;
/** Registries limit who asks: what they said stays, and one that failed to answer is asked again after a day. */
const AGAIN_MS = DAY_MS;

/** Whether the registry is to be asked of the candidate: who holds it since when is not known yet. A name below another's is not in a registry. */
export function wantsRegistry({ name, registration, registry_asked_at }: Pick<LookalikeRow, 'name' | 'registration' | 'registry_asked_at'>, now: number): boolean {
  return registeredDomain(name) === name && registration === null && (registry_asked_at === null || now - registry_asked_at >= AGAIN_MS);
}

/** What the registry says of the name; no registration where it does not say. */
export async function askRegistry(name: string, registry: RegistryLookup, signal: AbortSignal, now: number): Promise<NonNullable<Learnt['registry']>> {
  const reply = await registry.find(name, signal);
  const reading = reply.outcome === 'failed' ? null : readReply(reply);
  if (reading?.registered !== 'yes') return { askedAt: now, registration: null };
  const { createdAt, expiresAt, registrar } = reading.registration;
  const millis = (text: string | null) => (text === null ? null : Date.parse(text));
  return { askedAt: now, registration: { createdAt: millis(createdAt), expiresAt: millis(expiresAt), registrar: registrar?.name ?? null } };
}
