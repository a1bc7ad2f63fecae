import { Button, Checkbox, Popover } from '@mantine/core';
import type { Column } from '../../../../parts/data-table.tsx';
import { Icon } from '../../../../parts/icon.tsx';
import { texts } from '../texts/inventory.ts';
import classes from './domains.module.css';
import type { DomainRow } from './columns.tsx';

/** Which columns the list shows; those that a narrow screen leaves out stay left out there. */
export function ColumnChoice({ columns, shown, onChange }: { columns: readonly Column<DomainRow>[]; shown: readonly string[]; onChange: (shown: string | undefined) => void }) {
  const change = (ids: readonly string[]): void => onChange(ids.length === columns.length ? undefined : columns.filter(({ id }) => ids.includes(id)).map(({ id }) => id).join(',') || 'name');
  return (
    <Popover position="bottom-end" shadow="md" trapFocus returnFocus withinPortal>
      <Popover.Target><Button variant="default" rightSection={<Icon name="down" size={14} />}>{texts.columnChoice}</Button></Popover.Target>
      <Popover.Dropdown aria-label={texts.columnChoice}>
        <Checkbox.Group value={[...shown]} onChange={change}>
          <div className={classes.choices}>{columns.map(({ id, title }) => <Checkbox key={id} value={id} label={title} />)}</div>
        </Checkbox.Group>
      </Popover.Dropdown>
    </Popover>
  );
}
