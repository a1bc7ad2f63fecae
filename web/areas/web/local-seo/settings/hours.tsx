import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Part } from '../../../../parts/section.tsx';
import { zonesWith } from '../../../../parts/time-zones.ts';
import classes from '../local.module.css';
import { texts } from '../texts/settings.ts';
import type { Business } from '../types.ts';
import { ChangeForm, useChange } from './change.tsx';
import { days, hoursIn, linesOf } from './hours-lines.ts';

const { hours: words } = texts;

/** When the business is open, a line a day. */
export function Hours({ of: { id, hours, timeZone } }: { of: Business }) {
  const { save, wrong, ...sent } = useChange(id);
  const [lines, setLines] = useState(() => linesOf(hours));
  const zones = zonesWith(timeZone);
  const [zone, setZone] = useState(zones[0]!.value);
  const [unread, setUnread] = useState<readonly string[]>([]);
  const submit = (): void => {
    const typed = hoursIn(lines);
    setUnread(typed.wrong);
    if (typed.wrong.length === 0) save({ hours: typed.hours, timeZone: zone });
  };
  return (
    <Part title={words.title} answer={words.says}>
      <ChangeForm label={words.title} failed={words.failed} {...sent} isAtField={wrong['timeZone'] !== undefined} onSave={submit}>
        <NativeSelect label={words.zone} data={zones} value={zone} error={wrong['timeZone']} onChange={event => setZone(event.currentTarget.value)} />
        <p className={`${classes.quiet} ${classes.whole}`}>{words.how}</p>
        <div className={`${classes.days} ${classes.whole}`}>
          {days.map(day => (
            <TextInput
              key={day} label={words.days[day]} autoComplete="off" maxLength={100} value={lines[day]} error={unread.includes(day) && words.wrong}
              onChange={event => { const { value } = event.currentTarget; setLines(before => ({ ...before, [day]: value })); }}
            />
          ))}
        </div>
      </ChangeForm>
    </Part>
  );
}
