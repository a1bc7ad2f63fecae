import type { Resource } from '../../../../core/operation.ts';
import type { Control, Framework } from '../catalogue/index.ts';
import { findControl, isChosen } from '../frameworks/store.ts';
import type { ComplianceServices } from '../services.ts';
import type { ControlKey } from './store.ts';

export interface ChosenControl {
  key: ControlKey;
  framework: Pick<Framework, 'id' | 'title'>;
  control: Control;
}

/** A control of a framework that applies to the account. */
export const chosenControl: Resource<ComplianceServices, ChosenControl> = {
  type: 'compliance control',
  load: async ({ db }, accountId, id) => {
    const found = await findControl(db, accountId, id);
    if (!found || !await isChosen(db, accountId, found.framework.id)) return null;
    return { ...found, key: { accountId, framework: found.framework.id, control: found.control.id } };
  },
  remedy: 'GET /api/compliance lists the controls of the frameworks that apply; PUT /api/compliance/frameworks/{framework} has one apply.',
};
