import type { Subjects } from '../../subject.ts';
import type { Mailer } from '../../../core/outside/mail.ts';
import type { Post } from '../../../core/outside/post.ts';
import type { AreaServices } from '../../services.ts';
import type { Counters, Queue } from '../../../store/index.ts';
import type { Sealer } from './sealing.ts';

/** What the operations and jobs of this area work with. */
export interface NotificationsServices extends AreaServices {
  queue: Queue;
  /** What rules can name that later areas keep. */
  subjects: Subjects;
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
