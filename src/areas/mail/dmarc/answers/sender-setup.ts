import { serviceOf } from '../senders/catalogue/index.ts';
import { setupOf as setupAt } from '../senders/setup.ts';

/** What a sender is and how it is made to pass for the domain; nulls and no steps for one that the catalogue does not have. */
export function setupOf(id: string, domain: string): { type: string | null; url: string | null; include: string | null; steps: string[] } {
  const service = serviceOf(id);
  if (!service) return { type: null, url: null, include: null, steps: [] };
  const { steps, records } = setupAt(service, domain);
  const toPublish = records.map(({ name, type, value }) => (value === null ? `${name} ${type}: the service shows the value.` : `${name} ${type} ${value}`));
  return { type: service.type, url: service.url, include: service.include ?? null, steps: [...steps, ...toPublish] };
}
