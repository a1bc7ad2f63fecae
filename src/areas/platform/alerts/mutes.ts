import type { Severity } from '../../../core/finding.ts';
import type { NewJob, Queue } from '../../../store/index.ts';
import type { Speak } from '../../../core/texts.ts';
import type { Schedule } from '../../schedule.ts';
import { textsOfAccount } from '../account/index.ts';
import { notificationJob } from '../notifications/index.ts';
import { countNotification, type AlertRow } from './settle.ts';
import { endMutes } from './store.ts';
import { alertsTexts, type AlertsTexts } from './texts.ts';

/** The job that tells that the mute of an alert has ended and its cause is still there. */
export function unmutedNotice(texts: AlertsTexts, { id, severity, domain_id, subject_type, subject_id, subject_label, title, detail, path }: Pick<AlertRow, 'id' | 'severity' | 'domain_id' | 'subject_type' | 'subject_id' | 'subject_label' | 'title' | 'detail' | 'path'>): NewJob {
  return notificationJob({
    kind: 'alert.unmuted', severity: severity as Severity, subjectType: subject_type, subjectId: subject_id, title: texts.unmuted(subject_label, title), body: detail, data: { alertId: id, path, ...(domain_id === null ? {} : { domainId: domain_id }) },
  });
}

/** Ends mutes when their time has come, and has people notified of what is still wrong then. */
export const endingMutes: Schedule<{ queue: Queue; speak: Speak }> = {
  name: 'muted alerts',
  async due(tx, { queue, speak }, now, max) {
    const ended = await endMutes(tx, now, max);
    for (const alert of ended.filter(({ cleared_at }) => cleared_at === null)) {
      await countNotification(tx, alert.id, now);
      await queue.add(tx, alert.account_id, [unmutedNotice(await textsOfAccount({ db: tx, speak }, alertsTexts, alert.account_id), alert)]);
    }
    return ended.length;
  },
};
