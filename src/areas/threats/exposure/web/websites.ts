import { findExposedPaths } from './checks/run.ts';
import { exposedPathFinding } from './checks/findings.ts';
import type { Websites } from './find.ts';

/** What a website shows at paths that should not be public. */
export function createWebsites(): Websites {
  return {
    async find({ fetchPage, randomName }) {
      const { found, notTested } = await findExposedPaths(fetchPage, randomName);
      return { components: [], exposedPaths: found, templates: [], notTested: notTested.map(({ path, cause }) => ({ what: path, cause })) };
    },
    judge: ({ exposedPaths }, { address, port, edge }) => exposedPaths.map(path => {
      const finding = exposedPathFinding(path);
      const evidence = [...finding.evidence, ...(edge === null ? [] : [`This is a machine of ${edge}`])];
      return { finding: { ...finding, evidence }, address, port, stage: 'web', verified: path.verified, about: path.path };
    }),
  };
}
