import { useMayChange } from '../../../../api/may.ts';
import { usePageKeys } from '../../../../keys/page-keys.ts';
import { decidedRows, leaveRow, showRow, useRowKeys } from '../../../../keys/row-keys.ts';
import { texts } from '../texts/events.ts';
import type { DomainEvent } from './types.ts';
import type { Bulk } from './use-bulk.tsx';

interface EventKeys {
  events: readonly DomainEvent[];
  selected: ReadonlySet<string>;
  onSelect: ((id: string) => void) | undefined;
  onDecide: (bulk: Bulk) => void;
}

/** The keys of the list of events: decisions are about what is selected, else about the event that has the focus, and can be taken back as any. */
export function useEventKeys({ events, selected, onSelect, onDecide }: EventKeys): void {
  const mayChange = useMayChange();
  const decide = (decision: Bulk['decision']): void => {
    const ids = decidedRows(selected);
    const one = selected.size > 0 ? undefined : events.find(({ id }) => id === ids[0]);
    // What was denied is authorized with a reason only: it is shown with its field.
    if (one?.state === 'denied' && decision === 'authorize') return showRow();
    if (selected.size === 0 && one?.state !== 'open') return;
    leaveRow(ids);
    onDecide({ ids, decision });
  };
  const rows = useRowKeys(mayChange ? onSelect : undefined);
  usePageKeys([...rows, ...(mayChange ? [
    { keys: ['a'], label: texts.keys.authorize, run: () => decide('authorize') }, { keys: ['d'], label: texts.keys.deny, run: () => decide('deny') },
  ] : [])]);
}
