import type { Clock } from '../core/clock.ts';
import type { Capture } from '../core/outside/capture.ts';
import type { Mailer } from '../core/outside/mail.ts';
import type { Post } from '../core/outside/post.ts';
import type { Print } from '../core/outside/print.ts';
import { OverQuota, type Intake } from '../areas/mail/dmarc/index.ts';
import type { Metrics } from '../surfaces/http/index.ts';
import type { Doors } from './compose.ts';

/** Puts a count around each thing that the outside is asked for; what it does stays the same. */
export interface Metering {
  doors(doors: Doors): Doors;
  /** Hears which DNS questions a check asked. */
  questions(trace: readonly { outcome: string }[]): void;
  post(post: Post): Post;
  mailer(mailer: Mailer): Mailer;
  print(print: Print): Print;
  capture(capture: Capture): Capture;
  intake(intake: Intake): Intake;
}

/** Counts in `metrics`; null counts nothing and wraps nothing. */
export function createMetering(metrics: Metrics | null, clock: Clock): Metering {
  if (metrics === null) {
    const same = <T>(one: T): T => one;
    return { doors: same, questions: () => {}, post: same, mailer: same, print: same, capture: same, intake: same };
  }
  const { count } = metrics;
  const checksOf = (check: Doors['public']): Doors['public'] => ({ ...check, open: (...asked) => timed(check.open(...asked), metrics, clock) });
  return {
    doors(doors) {
      const all = checksOf(doors.public);
      return { public: all, allowed: doors.allowed === doors.public ? all : checksOf(doors.allowed) };
    },
    questions(trace) {
      for (const { outcome } of trace) count('dss_dns_questions_total', { outcome });
    },
    post: post => async (posting, signal) => {
      const posted = await post(posting, signal);
      count('dss_deliveries_total', { way: 'webhook', outcome: posted.outcome === 'failed' ? 'failed' : posted.status < 300 ? 'taken' : 'refused' });
      return posted;
    },
    mailer: mailer => ({ ...mailer, send: mail => mailer.send(mail).then(
      status => {
        count('dss_deliveries_total', { way: 'mail', outcome: status === null ? 'notConfigured' : 'taken' });
        return status;
      },
      (error: unknown) => {
        count('dss_deliveries_total', { way: 'mail', outcome: 'failed' });
        throw error;
      },
    ) }),
    print: print => async (page, signal) => {
      const printed = await print(page, signal);
      count('dss_browser_pages_total', { use: 'pdf', outcome: printed.outcome });
      return printed;
    },
    capture: capture => ({
      ...capture,
      async shoot(url, signal) {
        const shot = await capture.shoot(url, signal);
        count('dss_browser_pages_total', { use: 'screenshot', outcome: shot.outcome });
        return shot;
      },
    }),
    intake: intake => ({
      ...intake,
      async admit(token, address, way) {
        const admission = await intake.admit(token, address, way);
        if (typeof admission === 'string') count('dss_report_messages_total', { way, outcome: admission });
        else if (admission instanceof OverQuota) count('dss_report_messages_total', { way, outcome: 'overQuota' });
        return admission;
      },
      async take(admitted, message) {
        const taken = await intake.take(admitted, message);
        const outcome = taken === 'later' ? taken : taken instanceof OverQuota ? 'overQuota' : taken.state;
        count('dss_report_messages_total', { way: message.way, outcome });
        return taken;
      },
    }),
  };
}

function timed(session: ReturnType<Doors['public']['open']>, metrics: Metrics, clock: Clock): typeof session {
  const openedMs = clock.monotonicMs();
  return {
    ...session,
    close() {
      metrics.observeCheck(session.resolverAnswered() ? 'answered' : 'silent', clock.monotonicMs() - openedMs);
      session.close();
    },
  };
}
