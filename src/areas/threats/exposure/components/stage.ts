import type { Progress, ScanWork } from '../scan-work.ts';
import { completedIn } from '../completed.ts';
import { keepComponents } from '../store/components.ts';
import { addStep, contentsOf, hasStep, type ScanRow } from '../store/scans.ts';
import { componentsSeen } from './component.ts';
import { componentsIn } from './gather.ts';

const STAGE = 'components';

/** Commits once what the stages before saw in use, and tells later areas; sends nothing. */
export async function commitComponents(run: ScanWork, scan: ScanRow, domainId: string, progress: Progress): Promise<void> {
  const { services: { db, clock, newId, announce }, accountId } = run;
  if (await hasStep(db, scan.id, STAGE, '')) return;
  const contents = await contentsOf(db, scan.id);
  const { components, left } = componentsIn(contents.ports);
  const completed = completedIn(contents);
  const stageOf = (kind: string) => (kind === 'service' || kind === 'operatingSystem' ? 'services' : 'web');
  const now = clock.now();
  progress.advance();
  await progress.commit(STAGE, async tx => {
    const isGone = ({ address, kind }: { address: string; kind: string }) => completed.gone(address) || completed.at(stageOf(kind), address);
    await keepComponents(tx, { newId }, { id: scan.id, accountId, domainId }, components, isGone, now);
    await addStep(tx, { scanId: scan.id, address: '' }, STAGE, {
      outcome: left === 0 ? 'done' : 'partial', cause: left === 0 ? null : `${left} further components were left out`, details: { components: components.length },
    }, now);
    await announce(tx, componentsSeen, { accountId, domainId, scanId: scan.id });
  });
}
