import type { Mailer } from '../../../core/outside/mail.ts';
import type { Counters, Queue } from '../../../store/index.ts';
import type { AreaServices } from '../../services.ts';

/** What the operations and jobs of this area work with. */
export interface SupportServices extends AreaServices {
  queue: Queue;
  counters: Counters;
  mailer: Mailer;
  /** Public origin of the service, without a slash at the end. */
  baseUrl: string;
  /** Replies by mail: the domain of their addresses, null where none are taken, and the key that the addresses are made with. */
  replies: { host: string | null; key: Uint8Array };
}
