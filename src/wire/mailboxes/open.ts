import type { OpenMailbox } from '../../core/outside/mailbox.ts';
import type { Connector } from '../door.ts';
import { openGmail } from './gmail.ts';
import { openGraph } from './graph.ts';

/** Opens mailboxes that accounts name, through a door that lets nothing but public addresses through. */
export function createOpenMailbox({ door, ca, maxBytes }: { door: Connector; ca: readonly string[]; maxBytes: number }): OpenMailbox {
  return async (access, signal) => {
    switch (access.kind) {
      case 'imap': {
        // Loaded with the first mailbox: the library and its character sets take more memory than some areas.
        const { openImap } = await import('./imap.ts');
        return openImap(access, { door, ca, maxBytes, signal });
      }
      case 'graph': return openGraph(access, door, maxBytes, signal);
      case 'gmail': return openGmail(access, door, maxBytes, signal);
    }
  };
}
