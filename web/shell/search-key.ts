import { useEffect } from 'react';

/** Calls `open` on ⌘K and Ctrl+K, and on a slash outside of fields. */
export function useSearchKey(open: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const typing = (event.target as HTMLElement).closest('input, textarea, select, [contenteditable]') !== null;
      if (!(event.key.toLowerCase() === 'k' && (event.metaKey || event.ctrlKey)) && !(event.key === '/' && !typing)) return;
      event.preventDefault();
      open();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [open]);
}
