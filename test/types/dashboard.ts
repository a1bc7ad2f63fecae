// Compiled with the project and never run: what the API leaves open is what the dashboard reads.
import type * as service from '../../src/checks/spf/tree.ts';
import type * as dashboard from '../../web/charts/spf-node.ts';

export const treeOf = (tree: service.SpfNode): dashboard.SpfNode => tree;
export const targetOf = (target: service.SpfTarget): dashboard.SpfTarget => target;
export const rangeOf = (range: service.SpfRange): dashboard.SpfRange => range;
