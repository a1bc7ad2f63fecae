import { Button, Group } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { texts } from '../texts/parts.ts';

/** The button that brings the next page of a list; nothing where there is none. */
export function MoreRows({ of: { hasNextPage, isFetchingNextPage, fetchNextPage } }: { of: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'> }) {
  if (!hasNextPage) return null;
  return <Group justify="center" mt="md"><Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>{texts.loadMore}</Button></Group>;
}
