import type { Mailer } from '../../../core/outside/mail.ts';
import type { Post } from '../../../core/outside/post.ts';
import type { AreaContext, Counters, Queue } from '../../../store/index.ts';
import type { Sealer } from './sealing.ts';

/** What the operations and jobs of this area work with. */
export interface NotificationsContext extends AreaContext {
  queue: Queue;
  /** Public origin of the service, without a slash at the end. */
  baseUrl: string;
  mailer: Mailer;
  counters: Counters;
  /** Posts to receivers that accounts name: to public addresses only. */
  post: Post;
  sealer: Sealer;
  /** A number in [0, 1). */
  random(): number;
}
