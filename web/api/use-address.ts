import { useNavigate } from '@tanstack/react-router';

/** Changes what the address of the page keeps; undefined takes a parameter out. The history gets no entry. */
export function useAddressChange(): (changed: Readonly<Record<string, string | undefined>>) => void {
  const navigate = useNavigate();
  return changed => void navigate({ to: '.', search: before => ({ ...before, ...changed }), replace: true });
}
