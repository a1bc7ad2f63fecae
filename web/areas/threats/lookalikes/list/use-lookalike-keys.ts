import { useMayChange } from '../../../../api/may.ts';
import { usePageKeys } from '../../../../keys/page-keys.ts';
import { decidedRows, leaveRow, useRowKeys } from '../../../../keys/row-keys.ts';
import { texts } from '../texts/lookalikes.ts';
import type { Review } from '../types.ts';
import { judgementKeys, judgements } from './record-status.ts';

interface LookalikeKeys {
  selected: ReadonlySet<string>;
  isUnderWay: (name: string) => boolean;
  onSelect: (selected: ReadonlySet<string>) => void;
  onJudge: (names: readonly string[], review: Review) => void;
}

/** The keys of the list of lookalikes: judgements are about what is selected, else about the name that has the focus; not about what is being judged. */
export function useLookalikeKeys({ selected, isUnderWay, onSelect, onJudge }: LookalikeKeys): void {
  const mayChange = useMayChange();
  const toggle = (name: string): void => {
    const next = new Set(selected);
    if (!next.delete(name)) next.add(name);
    onSelect(next);
  };
  const judge = (review: Review): void => {
    const names = decidedRows(selected).filter(name => !isUnderWay(name));
    if (names.length === 0) return;
    leaveRow(names);
    onJudge(names, review);
  };
  const rows = useRowKeys(mayChange ? toggle : undefined);
  usePageKeys([...rows, ...(mayChange ? judgements.map(review => ({ keys: [judgementKeys[review]], label: texts.bulk.key(texts.review.actions[review]), run: () => judge(review) })) : [])]);
}
