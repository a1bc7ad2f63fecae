import { z } from 'zod';
import type { CertificateSearch } from '../../core/outside/name-stream.ts';
import { asLater, askJson, later, type Asking } from './ask.ts';

const MAX_BYTES = 64 * 1024 * 1024;
const TIMEOUT_MS = 60_000;

const Rows = z.array(z.object({ common_name: z.string().nullish(), name_value: z.string().nullish() })).max(500_000);

/** crt.sh at `url`: all at once. It has no contract and answers trouble in several ways, an empty list among them: that says nothing. */
export function createCrtsh(asking: Asking, url: string): CertificateSearch {
  return {
    source: 'crtsh',
    async search(domain, _, signal) {
      const address = new URL(`?q=${encodeURIComponent(`%.${domain}`)}&output=json&deduplicate=Y`, url).href;
      const answer = await askJson(asking, address, { maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS, signal });
      if (answer.outcome !== 'json') return asLater(answer);
      const rows = Rows.safeParse(answer.json);
      if (!rows.success) return later('crt.sh answered in a form that is not known');
      if (rows.data.length === 0) return later('crt.sh answered with an empty list, which it does in trouble as well');
      const names = rows.data.flatMap(({ common_name: common, name_value: names }) => [...names?.split('\n') ?? [], ...common ? [common] : []]);
      return { outcome: 'names', names: [...new Set(names)], cursor: '', more: false };
    },
  };
}
