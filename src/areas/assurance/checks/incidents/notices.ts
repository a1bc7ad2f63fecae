import type { NewJob } from '../../../../store/index.ts';
import { notificationJob } from '../../../platform/notifications/index.ts';
import type { Cause } from '../machine/outcome.ts';
import type { CheckRow } from '../spec.ts';
import type { ChecksTexts } from '../texts.ts';

const MINUTE_MS = 60_000;

/** An incident began; `what` is its first entry and what followed services report at that time. */
export function downNotice(texts: ChecksTexts, checkId: string, { id, title, cause, what }: { id: string; title: string; cause: Cause; what: readonly string[] }): NewJob {
  return notificationJob({
    kind: cause === 'ourSide' ? 'check.our_side' : 'check.down', severity: 'high', subjectType: 'customCheck', subjectId: checkId, title, body: [...what, texts.seeIncident].join('\n'),
    data: { path: `/status/incidents?incident=${id}`, incident: id, cause },
  });
}

/** An incident is over; `name` is that of the check, or of the host where several were concerned. */
export function upNotice(texts: ChecksTexts, checkId: string, { id, name, lastedMs }: { id: string; name: string; lastedMs: number }): NewJob {
  return notificationJob({
    kind: 'check.up', severity: 'info', subjectType: 'customCheck', subjectId: checkId, title: texts.up(name), body: [texts.lasted(Math.max(1, Math.round(lastedMs / MINUTE_MS))), texts.seeIncident].join('\n'),
    data: { path: `/status/incidents?incident=${id}`, incident: id, occasion: 'resolved' },
  });
}

/** A check keeps changing; single changes send nothing until it is steady. */
export function flappingNotice(texts: ChecksTexts, { id, name }: Pick<CheckRow, 'id' | 'name'>): NewJob {
  return notificationJob({ kind: 'check.flapping', severity: 'medium', subjectType: 'customCheck', subjectId: id, title: texts.flapping(name), body: texts.flappingDetail, data: { path: `/status/checks/${id}` } });
}
