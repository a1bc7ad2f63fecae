import { Menu, UnstyledButton, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { Link, useRouter } from '@tanstack/react-router';
import { signOut } from '../api/auth.ts';
import { useSessionChange, type Session } from '../api/session.ts';
import { Icon, type IconName } from '../parts/icon.tsx';
import { texts as parts } from '../texts/parts.ts';
import { texts as keys } from '../texts/keys.ts';
import { texts } from '../texts/shell.ts';
import classes from './account-menu.module.css';

const schemes: readonly [MantineColorScheme, IconName][] = [['light', 'sun'], ['dark', 'moon'], ['auto', 'system']];

/** Who is signed in, the colour scheme, the keys of the page, and the way out. */
export function AccountMenu({ session: { user, account, plan }, onKeys }: { session: Session; onKeys: () => void }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const changed = useSessionChange();
  const router = useRouter();
  const leave = async (): Promise<void> => {
    const failure = await signOut();
    if (failure) return void notifications.show({ color: 'red', title: texts.signOutFailed, message: failure.problem.detail });
    await changed();
    await router.navigate({ to: '/' });
    await router.invalidate();
  };
  const name = user?.name ?? account.name;
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target><UnstyledButton className={classes.button} aria-label={texts.account(name, initialsOf(name))}>{initialsOf(name)}</UnstyledButton></Menu.Target>
      <Menu.Dropdown>
        <div className={classes.who}><strong>{name}</strong><span>{user?.email}</span><span>{parts.plan(plan)}</span></div>
        <Menu.Divider />
        <Menu.Label>{texts.scheme}</Menu.Label>
        {schemes.map(([scheme, icon]) => (
          <Menu.Item key={scheme} role="menuitemradio" aria-checked={colorScheme === scheme} leftSection={<Icon name={icon} />} rightSection={colorScheme === scheme && <Icon name="check" size={15} />} closeMenuOnClick={false} onClick={() => setColorScheme(scheme)}>
            {texts.schemes[scheme]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<Icon name="settings" />} renderRoot={props => <Link to="/settings" {...props} />}>{texts.settings}</Menu.Item>
        <Menu.Item leftSection={<Icon name="keyboard" />} onClick={onKeys}>{keys.title}</Menu.Item>
        <Menu.Item leftSection={<Icon name="docs" />} component="a" href="/docs">{texts.docs}</Menu.Item>
        <Menu.Item leftSection={<Icon name="signOut" />} onClick={() => void leave()}>{texts.signOut}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function initialsOf(name: string): string {
  return name.split(/\s+/).map(word => word[0] ?? '').slice(0, 2).join('').toUpperCase();
}
